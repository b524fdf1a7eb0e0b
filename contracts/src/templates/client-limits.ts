/**
 * What two common clients ignore of a mail: Outlook on Windows, which renders as Word does, and Gmail on the web. Facts of caniemail.com, copied
 * by hand: only features whose absence shows.
 */
export type LimitedClient = 'outlook' | 'gmail'
type Clients = LimitedClient[]

const OUTLOOK: Clients = ['outlook']
const BOTH: Clients = ['outlook', 'gmail']

/** Of CSS. */
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

/** Of HTML. */
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
