const GAP = '  '

/** Columns as wide as their widest cell; the last one as long as it is. */
export function makeTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  styleHeadings: (text: string) => string,
): readonly string[] {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => widthOf(row[at] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))))
      .join(GAP)
      .trimEnd()
  return [styleHeadings(line(headings)), ...rows.map(line)]
}

const WIDE = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}/u

/** In columns of a terminal: good enough for names and subjects. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}
