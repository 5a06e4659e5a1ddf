#!/bin/sh
# Subsets the two fonts to what the shop uses: its weights, and its glyphs in two files each. Every page needs the first;
# the second has the accented letters of people's names and loads only where they occur.
# Run by hand after a font's package has changed; needs fonttools with brotli (pip install fonttools brotli).
set -e
cd "$(dirname "$0")/.."
always="U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2212"
rarely="U+00A1-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-017E,U+201A,U+201E,U+2020,U+2032,U+2033,U+20AC,U+2122,U+2190-2193"
cut() {
  fonttools varLib.instancer -q "node_modules/@fontsource-variable/$1/files/$1-latin-wght-normal.woff2" "wght=$2" -o "/tmp/$1.ttf"
  for part in always rarely; do
    eval "glyphs=\$$part"
    pyftsubset "/tmp/$1.ttf" --unicodes="$glyphs" --layout-features=kern,liga,ccmp,locl,mark,tnum,lnum --no-hinting \
      --desubroutinize --flavor=woff2 --output-file="app/ui/fonts/$1-$part.woff2"
  done
  cp "node_modules/@fontsource-variable/$1/LICENSE" "app/ui/fonts/$1-license.txt"
  rm "/tmp/$1.ttf"
}
mkdir -p app/ui/fonts
cut brygada-1918 400:500
cut hanken-grotesk 400:660
