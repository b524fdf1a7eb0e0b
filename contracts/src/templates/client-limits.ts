/**
 * What two common email clients ignore: Outlook on Windows, which renders with Word, and Gmail on the web. Facts from caniemail.com, copied
 * by hand; only features whose absence is visible.
 */
export type LimitedClient = 'outlook' | 'gmail'
type Clients = LimitedClient[]

const OUTLOOK: Clients = ['outlook']
const BOTH: Clients = ['outlook', 'gmail']

/** CSS features. */
export const IGNORED_PROPERTIES: Readonly<Record<string, Clients>> = {
  animation: BOTH,
  'aspect-ratio': BOTH,
  'background-image': OUTLOOK,
  'border-radius': OUTLOOK,
  'box-shadow': BOTH,
  'clip-path': BOTH,
  filter: BOTH,
  float: OUTLOOK,
  'mix-blend-mode': OUTLOOK,
  'object-fit': OUTLOOK,
  opacity: OUTLOOK,
  position: BOTH,
  'text-shadow': BOTH,
  transform: BOTH,
  transition: BOTH,
  'writing-mode': OUTLOOK,
}

/** HTML features. */
export const IGNORED_ELEMENTS: Readonly<Record<string, Clients>> = {
  audio: BOTH,
  form: OUTLOOK,
  iframe: BOTH,
  object: BOTH,
  picture: BOTH,
  script: BOTH,
  svg: BOTH,
  video: BOTH,
}
