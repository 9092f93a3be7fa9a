// Threads need a page that is cross-origin isolated. Where the server does not send the headers, isolate_worker.js adds them, and the page
// loads once more.

/** Resolves if the page is isolated, or cannot be: then one worker steps the flock. */
export async function isolate() {
  if (crossOriginIsolated || !isSecureContext || !navigator.serviceWorker || sessionStorage.getItem('isolate')) return;
  try {
    sessionStorage.setItem('isolate', 'tried');
    if (!await navigator.serviceWorker.register('isolate_worker.js')) return;
    await navigator.serviceWorker.ready;
    location.reload();
    await new Promise(() => {});  // nothing starts in a page that loads again
  } catch {
    // A browser may refuse service workers or storage.
  }
}
