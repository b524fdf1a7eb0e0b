import { hostname } from 'node:os'
import type { ProviderEnvironment } from '../../channels/provider.ts'
import type { Config } from '../../config.ts'
import { createAddressCheck } from '../../lib/network/net-guard.ts'

/** The environment for providers that the API itself calls: tests of settings, test mails. */
export function providerEnvironment(config: Config): ProviderEnvironment {
  return {
    isAllowedAddress: createAddressCheck({ allowPrivate: config.allowPrivateTargets }),
    hostname: hostname(),
    publicUrl: config.publicUrl,
    urls: config.providerUrls,
    pushOrigins: config.pushOrigins,
  }
}
