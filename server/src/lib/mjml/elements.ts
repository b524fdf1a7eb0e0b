/** The elements of MJML 5 (documentation.mjml.io), as far as reading a source needs them. */

/** Their contents are text and HTML, whatever it looks like. */
export const ENDING_ELEMENTS: ReadonlySet<string> = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-button',
  'mj-html-attribute',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
])

/** Comments between the children of these keep their place in the HTML. */
export const BODY_CONTAINERS: ReadonlySet<string> = new Set([
  'mj-accordion',
  'mj-accordion-element',
  'mj-body',
  'mj-column',
  'mj-group',
  'mj-hero',
  'mj-navbar',
  'mj-section',
  'mj-social',
  'mj-wrapper',
])

const OTHER_ELEMENTS = [
  'mj-all',
  'mj-attributes',
  'mj-breakpoint',
  'mj-carousel',
  'mj-carousel-image',
  'mj-class',
  'mj-divider',
  'mj-font',
  'mj-head',
  'mj-html-attributes',
  'mj-image',
  'mj-selector',
  'mj-spacer',
  'mjml',
]

/** Candidates for "did you mean". */
export const ELEMENTS: readonly string[] = [...ENDING_ELEMENTS, ...BODY_CONTAINERS, ...OTHER_ELEMENTS]
