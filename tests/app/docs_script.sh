#!/usr/bin/env bash
# The pages of the Debian package, and `murmur docs`, which opens them.
# Usage: MURMUR=path/to/murmur MURMUR_SOURCE_DIR=path bash docs_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
check_pages() { python3 "$MURMUR_SOURCE_DIR/tests/docs/html_check.py" "$1" >out 2>&1; }

pages=$folder/'an install'/share/doc/murmur/html
check 'html_pages.py' python3 "$MURMUR_SOURCE_DIR/tools/html_pages.py" "$MURMUR" "$pages"
check_pages "$pages"
judge_out 'html_check.py' 0 ' pages, ' $?
for words in 'The model' 'murmur reproduce' 'rules.cohesion.weight' 'Flock.picture'; do
  check "the pages say $words" grep -rqF -- "$words" "$pages"
done
check 'Markdown is left in no page' test -z "$(grep -rlE '^(#+ |```|\* )|\]\([^ ]+\.md' "$pages" --include=*.html)"

# Each kind of fault in a page is found.
fault() {
  cp -r "$pages" broken
  sed -i "s|</main>|$1</main>|" broken/docs/tutorial.html
  check_pages broken
  judge_out "html_check.py of a page with $1" 1 "$2" $?
  rm -r broken
}
fault '<a href="nowhere.html">x</a>' 'docs/tutorial.html: the link nowhere.html is not there'
fault '<a href="model.html#nothing">x</a>' 'the link model.html#nothing has no such heading'
fault '<img src="../docs/images/nothing.webp">' 'the file ../docs/images/nothing.webp is not there'
fault '<script src="https://elsewhere.example/x.js">' 'needs https://elsewhere.example/x.js, which is on another host'

# The command: a browser where there is a display, and otherwise the place of the page.
mkdir -p "$folder/an install/bin" tools
cp "$MURMUR" "$folder/an install/bin/murmur"
MURMUR="$folder/an install/bin/murmur"
unset DISPLAY WAYLAND_DISPLAY
printf '#!/bin/sh\necho "$1" >%s/opened.new && mv %s/opened.new %s/opened\n' "$folder" "$folder" "$folder" >tools/xdg-open
chmod +x tools/xdg-open
PATH=$folder/tools:$PATH expect 0 "$pages/index.html" docs
PATH=$folder/tools:$PATH expect 0 'there is no display' docs
check 'no browser without a display' test ! -e opened
PATH=$folder/tools:$PATH DISPLAY=:1 expect 0 "$pages/index.html" docs
for _ in $(seq 600); do [ -e opened ] || sleep 0.1; done
check 'xdg-open gets the page' test "$(cat opened)" = "$pages/index.html"
rm tools/xdg-open
PATH=$folder/tools DISPLAY=:1 "$MURMUR" docs >out 2>&1
judge_out 'murmur docs without xdg-open' 0 'no xdg-open' $?
rm -r "$pages"
expect 1 './dev docs' docs
# In a build folder, where nothing has made the pages yet: the text.
mkdir -p a/build/release a/docs
cp "$MURMUR" a/build/release/murmur
touch a/README.md a/docs/tutorial.md
MURMUR=a/build/release/murmur DISPLAY=:1 expect 0 "$folder/a/README.md" docs
mkdir -p "$folder/an install/docs/site"
touch "$folder/an install/docs/site/index.html"
expect 0 "$folder/an install/docs/site/index.html" docs
expect 2 "cannot use 'tutorial'" docs tutorial

[ "$failures" -eq 0 ] && echo "pages and murmur docs: ok"
exit "$((failures > 0))"
