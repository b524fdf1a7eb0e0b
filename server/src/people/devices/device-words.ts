/** Describes a device by what it says about itself: "Chrome on Windows", "Android, app 4.2". */
import Bowser from 'bowser'

const PLATFORMS: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android', safari: 'Safari', web: 'Browser' }

/** Null for no device, or for one that is unknown. */
export function deviceWords(platform: string | null, about: unknown): string | null {
  if (platform === null) return null
  const said = typeof about === 'object' && about !== null ? (about as Record<string, unknown>) : {}
  const { user_agent: agent, app_version: version } = said
  if (typeof agent === 'string' && agent !== '') {
    const { browser, os } = Bowser.parse(agent)
    const words = [browser.name, os.name].filter(name => name !== undefined && name !== '')
    if (words.length > 0) return words.join(' on ')
  }
  const name = PLATFORMS[platform] ?? platform
  return typeof version === 'string' && version !== '' ? `${name}, app ${version}` : name
}
