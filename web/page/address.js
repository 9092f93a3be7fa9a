/** Where a file of the page is: beside this one, or inside the page if that is one file (tools/packaging/one_page.py). */
export const addressOf = (name) => globalThis.murmurFiles?.[name] ?? new URL(name, import.meta.url);
