const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const HEADING_NAMES = 'h1 h2 h3 h4 h5 h6'
const BLOCK_NAMES = `address article aside blockquote center dd div dl dt figcaption figure footer header hr li main nav ol
  p pre section table ul ${HEADING_NAMES}`
const FORMATTING_NAMES = 'a b big code em font i s small strike strong tt u'
const TABLE_PART_NAMES = 'caption col colgroup tbody td tfoot th thead tr'
const VOID_NAMES = 'br col hr img wbr'

export const HEADINGS = words(HEADING_NAMES)
/** A start tag of these ends an open paragraph (HTML §13.2.6.4.7). */
export const BLOCKS = words(BLOCK_NAMES)
/** These are taken up again when another of them is closed out of turn (HTML §13.2.4.3). */
export const FORMATTING = words(FORMATTING_NAMES)
export const TABLE_PARTS = words(TABLE_PART_NAMES)
export const VOID = words(VOID_NAMES)
/** The end tag of an inline element reaches through none of these (HTML §13.2.4.2). */
export const SPECIAL = words(`${BLOCK_NAMES} ${TABLE_PART_NAMES}`)

/**
 * All that is ever written. None of them changes the state of a browser's tokenizer or its namespace: whatever tree is
 * built from the output, its tags are the tags written here.
 */
export const ALLOWED = words(`${BLOCK_NAMES} ${FORMATTING_NAMES} ${TABLE_PART_NAMES} ${VOID_NAMES}
  abbr bdo cite del dfn ins kbd mark q samp span sub sup time var`)

/** Gone with all that is in them. An element in neither list loses only its tags. */
export const DROPPED = words(`applet audio button canvas datalist dialog frameset iframe map math noembed noframes
  noscript object plaintext portal script select style svg template textarea title video xmp`)
