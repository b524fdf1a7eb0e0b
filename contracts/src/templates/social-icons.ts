/** The icons in emails. We host them: another host would learn who reads which email. */
import { ICON_FILES } from './icon-files.ts'

type IconName = keyof typeof ICON_FILES

interface SocialIcon {
  icon: IconName
  /** Background color, unless the email sets another one. The icons are white. */
  color: string
}

const GLOBE: SocialIcon = { icon: 'web', color: '#4b5563' }

/** By their names in MJML, and some that MJML does not know. */
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

/** The icon of a network by its name in MJML: `facebook`, `facebook-noshare`. A network without a drawing gets a globe. */
export function socialIcon(name: string): { path: string; color: string } {
  const plain = name.trim().replace(/-noshare$/, '')
  const { icon, color } = (Object.hasOwn(SOCIAL_ICONS, plain) && SOCIAL_ICONS[plain]) || GLOBE
  return { path: iconPath(icon), color }
}

export function iconPath(icon: IconName): string {
  return `/files/icons/${icon}-${ICON_FILES[icon]}.png`
}
