/** The icons of mails, which come from us: what others would serve tells them who reads which mail. */
import { ICON_FILES } from './icon-files.ts'

type IconName = keyof typeof ICON_FILES

interface SocialIcon {
  icon: IconName
  /** Behind it, where MJML knows none. */
  color?: string
}

/** By the names that MJML has for networks, and those that it does not know. What has no drawing is a globe. */
export const SOCIAL_ICONS = {
  facebook: { icon: 'facebook' },
  instagram: { icon: 'instagram' },
  linkedin: { icon: 'linkedin' },
  x: { icon: 'x' },
  twitter: { icon: 'x' },
  youtube: { icon: 'youtube' },
  tiktok: { icon: 'tiktok', color: '#000000' },
  whatsapp: { icon: 'whatsapp', color: '#128c4b' },
  pinterest: { icon: 'pinterest' },
  github: { icon: 'github' },
  medium: { icon: 'medium' },
  vimeo: { icon: 'vimeo' },
  web: { icon: 'web' },
  // White is not seen on its yellow.
  snapchat: { icon: 'web', color: '#4b5563' },
  google: { icon: 'web' },
  tumblr: { icon: 'web' },
  xing: { icon: 'web' },
  soundcloud: { icon: 'web' },
  dribbble: { icon: 'web' },
} as const satisfies Record<string, SocialIcon>

const OTHER: SocialIcon = { icon: 'web', color: '#4b5563' }

/** Of a network by its name in MJML: `facebook`, `facebook-noshare`. */
export function socialIcon(name: string): { path: string; color?: string } {
  const plain = name.trim().replace(/-noshare$/, '')
  const { icon, color }: SocialIcon = Object.hasOwn(SOCIAL_ICONS, plain)
    ? SOCIAL_ICONS[plain as keyof typeof SOCIAL_ICONS]
    : OTHER
  return { path: iconPath(icon), ...(color !== undefined && { color }) }
}

export function iconPath(icon: IconName): string {
  return `/files/icons/${icon}-${ICON_FILES[icon]}.png`
}
