const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g
/**
 * What a person does not see and a model reads: controls, zero-width and bidirectional characters, tags, variation
 * selectors, fillers, half characters.
 */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufff9-\ufffb]/gu
/** More empty lines than anybody needs push what follows out of sight. */
const GAP = /\n[ \t]*\n(?:[ \t]*\n)+/g

/** A text of which only what a person would see is left. */
export function visibleText(text: string): string {
  return text.replace(LINE_END, '\n').replace(HIDDEN, '').replace(GAP, '\n\n')
}

/** The same on one line, and no longer than that. */
export function visibleLine(text: string, maxLength: number): string {
  // Cut first: what is looked at is bounded, whatever was sent.
  const line = visibleText(text.slice(0, maxLength * 2))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxLength ? line : `${sliceWhole(line, 0, maxLength - 1)}…`
}

/** A part that begins and ends with whole characters. */
export function sliceWhole(text: string, start: number, end: number): string {
  return text.slice(inCharacter(text, start) ? start - 1 : start, inCharacter(text, end) ? end - 1 : end)
}

/** Whether this place is between the two halves of one character. */
function inCharacter(text: string, place: number): boolean {
  const unit = text.charCodeAt(place)
  return place > 0 && unit >= 0xdc00 && unit <= 0xdfff
}
