// Written by server/src/features/assets/mail-icons/draw-icons.ts; not by hand.

/** The icons for emails, each with a hash, so that a changed drawing has another URL. */
export const ICON_FILES = {
  facebook: 'bd4df3f324d3',
  github: '1bc242d79811',
  instagram: '79ec9d607ca4',
  less: '131a1382f604',
  linkedin: '1dce7477bd03',
  medium: 'ddd64d94f907',
  more: '7a1b6a4b479b',
  next: 'e1c6244886a5',
  pinterest: '169044a30b1c',
  previous: '27909c1fbb1a',
  tiktok: '6595b165034a',
  vimeo: '3a89f66ec1e5',
  web: '0526c638561d',
  whatsapp: '4b5d87bb8cc8',
  x: '3dde46460e13',
  youtube: 'a1bbc6e04164',
} as const
