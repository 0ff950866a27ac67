const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const sides = (property: string, end = '') =>
  ['', '-top', '-right', '-bottom', '-left'].map((side) => `${property}${side}${end}`).join(' ')

/**
 * What a mail may say of its looks. Nothing here can take an element out of its place over others (position, z-index,
 * transform), move by itself, make text of its own (content) or name a resource, but for a background.
 */
export const PROPERTIES = words(`
  align-items align-self background background-color background-image background-position background-repeat
  background-size ${sides('border')} ${sides('border', '-color')} ${sides('border', '-style')} ${sides('border', '-width')}
  border-collapse border-radius border-spacing border-top-left-radius border-top-right-radius
  border-bottom-left-radius border-bottom-right-radius box-shadow box-sizing caption-side clear color column-gap
  direction display empty-cells flex flex-basis flex-direction flex-grow flex-shrink flex-wrap float font font-family
  font-size font-style font-variant font-weight gap height justify-content letter-spacing line-height list-style
  list-style-position list-style-type ${sides('margin')} max-height max-width min-height min-width opacity overflow
  overflow-wrap overflow-x overflow-y ${sides('padding')} row-gap table-layout text-align text-decoration
  text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-shadow text-transform
  unicode-bidi vertical-align visibility white-space width word-break word-spacing word-wrap`)

/** The only ones that may show an image. */
export const IMAGE_PROPERTIES = words('background background-image')
export const STRING_PROPERTIES = words('font font-family')

export const FUNCTIONS = words('calc clamp hsl hsla max min rgb rgba')
export const IMAGE_FUNCTIONS = words(`linear-gradient radial-gradient repeating-linear-gradient
  repeating-radial-gradient`)
