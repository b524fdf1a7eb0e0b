import type { SsoProvider } from '@notifly/contracts/sso/sso'

/**
 * Names of providers, for an account connected to one that is no longer set up. Otherwise the provider's option
 * contains the name.
 */
export const PROVIDER_NAMES: Record<SsoProvider, string> = {
  gitlab: 'GitLab',
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  oidc: 'OpenID Connect',
}

/** One-colour drawings that resemble the providers' logos: a fox's head, four panes, the letters; a key. */
const SHAPES: Record<SsoProvider, string> = {
  gitlab:
    'M3.3 1.6 5.2 6h5.6l1.9-4.4c.2-.4.7-.4.8 0L15 7.2c.2.8 0 1.6-.7 2.1L8 14 1.7 9.3A2 2 0 0 1 1 7.2l1.5-5.6c.1-.4.6-.4.8 0Z',
  microsoft: 'M1.5 1.5h6v6h-6zM8.5 1.5h6v6h-6zM1.5 8.5h6v6h-6zM8.5 8.5h6v6h-6z',
  linkedin:
    'M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3c0-1.1.9-2 2-2Zm.6 5.4v6h2v-6zM4.6 3.2a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Zm2.5 3.2v6h2V9.2c0-.8.4-1.3 1.1-1.3s1 .5 1 1.3v3.2h2V8.8c0-1.6-.9-2.5-2.2-2.5-.9 0-1.6.4-1.9 1v-.9z',
  oidc: 'M10.5 1a4.5 4.5 0 0 0-4.3 5.8L1 12v3h3v-2h2v-2h2l1.2-1.2A4.5 4.5 0 1 0 10.5 1Zm1.2 2a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z',
}

/** Shown beside the provider's name. */
export function ProviderIcon({ provider, size = 16 }: { provider: SsoProvider; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden className="block shrink-0 fill-current">
      <path fillRule="evenodd" d={SHAPES[provider]} />
    </svg>
  )
}
