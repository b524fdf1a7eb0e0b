/** Addresses of providers for tests that call none: nothing answers there. */
import type { ProviderEnvironment } from '../../channels/provider.ts'
import { PROVIDER_HOSTS, type ProviderHost } from '../../lib/network/provider-hosts.ts'

export const NO_PROVIDERS = Object.fromEntries(PROVIDER_HOSTS.map(host => [host, 'http://127.0.0.1:9'])) as Record<
  ProviderHost,
  string
>

/** What providers are lent in tests: any address may be dialled. */
export function testEnvironment(urls: Partial<Record<ProviderHost, string>> = {}): ProviderEnvironment {
  return {
    isAllowedAddress: () => true,
    hostname: 'notifly.test',
    publicUrl: 'https://notifly.test',
    urls: { ...NO_PROVIDERS, ...urls },
    pushOrigins: [],
  }
}
