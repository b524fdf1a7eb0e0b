/** The icons of mails, which come from us: what others would serve tells them who reads which mail. */
import { ICON_FILES } from './icon-files.ts'

type IconName = keyof typeof ICON_FILES

interface SocialIcon {
  icon: IconName
  /** Behind it, unless a mail says another one. The icons are white. */
  color: string
}

const GLOBE: SocialIcon = { icon: 'web', color: '#4b5563' }

/** By their names in MJML, and those that it does not know. */
const SOCIAL_ICONS: Readonly<Record<string, SocialIcon>> = {
  facebook: { icon: 'facebook', color: '#0866ff' },
  github: { icon: 'github', color: '#24292f' },
  instagram: { icon: 'instagram', color: '#c13584' },
  linkedin: { icon: 'linkedin', color: '#0a66c2' },
  medium: { icon: 'medium', color: '#000000' },
  pinterest: { icon: 'pinterest', color: '#bd081c' },
  tiktok: { icon: 'tiktok', color: '#000000' },
  twitter: { icon: 'x', color: '#000000' },
  vimeo: { icon: 'vimeo', color: '#1478a3' },
  whatsapp: { icon: 'whatsapp', color: '#128c4b' },
  x: { icon: 'x', color: '#000000' },
  youtube: { icon: 'youtube', color: '#e60000' },
}

/** Of a network by its name in MJML: `facebook`, `facebook-noshare`. What has no drawing is a globe. */
export function socialIcon(name: string): { path: string; color: string } {
  const plain = name.trim().replace(/-noshare$/, '')
  const { icon, color } = (Object.hasOwn(SOCIAL_ICONS, plain) && SOCIAL_ICONS[plain]) || GLOBE
  return { path: iconPath(icon), color }
}

export function iconPath(icon: IconName): string {
  return `/files/icons/${icon}-${ICON_FILES[icon]}.png`
}
