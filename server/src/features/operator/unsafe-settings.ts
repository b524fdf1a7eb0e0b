/**
 * Warnings about settings that are accepted but risky: shown when the product starts, in the log, on the screen and on the operators' page.
 * The section "Putting it on the internet" of docs/operating.md says what to do.
 */
import type { UnsafeSetting as Unsafe } from '@notifly/contracts/operator/operator'
import type { Config } from '../../config.ts'
import { isLoopbackAddress, isLoopbackUrl } from '../../lib/network/networks.ts'

interface UnsafeSetting extends Unsafe {
  warning: string
}

interface Risk extends UnsafeSetting {
  applies(config: Config): boolean
}

const isPublic = ({ publicUrl }: Config): boolean => !isLoopbackUrl(publicUrl)
const listensToAll = ({ host }: Config): boolean => !isLoopbackAddress(host)
const isHttps = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:')

const RISKS: readonly Risk[] = [
  {
    setting: 'NOTIFLY_PUBLIC_URL',
    risk: 'plain_http',
    warning: 'is an http address: passwords and sessions cross the network unencrypted. Use TLS and an https address.',
    applies: config => isPublic(config) && !isHttps(config),
  },
  {
    setting: 'NOTIFLY_HOST',
    risk: 'open_port',
    warning: 'lets other machines connect without TLS. Listen on 127.0.0.1 behind a proxy on this machine.',
    applies: config => listensToAll(config) && config.trustedProxies.length === 0,
  },
  {
    setting: 'NOTIFLY_TRUSTED_PROXIES',
    risk: 'unnamed_proxy',
    warning: 'is empty behind an https address: all visitors share the address of the proxy, and its rate limits.',
    applies: config => isPublic(config) && isHttps(config) && config.trustedProxies.length === 0,
  },
  {
    setting: 'NOTIFLY_SANDBOX',
    risk: 'sandbox',
    warning: 'is on although others can reach this installation: mail goes to its inbox, not to people.',
    applies: config => config.sandbox.byHand,
  },
  {
    setting: 'NOTIFLY_ALLOW_PRIVATE_TARGETS',
    risk: 'private_targets',
    warning: 'is on although others can reach this installation: its users can make it call machines of your network.',
    applies: config => config.allowPrivateTargets && !config.onlyThisMachine,
  },
  {
    setting: 'NOTIFLY_METRICS_TOKEN',
    risk: 'no_metrics_token',
    warning: 'is empty, so /metrics answers 404 here. Set a token to collect metrics.',
    applies: config => config.metricsToken === null && (!config.onlyThisMachine || config.trustedProxies.length > 0),
  },
  {
    setting: 'NOTIFLY_METRICS_TOKEN',
    risk: 'short_metrics_token',
    warning: 'is shorter than 16 characters and can be guessed.',
    applies: ({ metricsToken }) => metricsToken !== null && metricsToken.length < 16,
  },
  {
    setting: 'NOTIFLY_OPERATORS',
    risk: 'no_operators',
    warning: 'is empty, so nobody may see the state of the installation. Name the operators.',
    applies: config => !config.onlyThisMachine && config.operators.length === 0,
  },
]

/** The unsafe settings of a configuration, most important first. Empty on a developer's machine. */
export function unsafeSettings(config: Config): UnsafeSetting[] {
  return RISKS.filter(risk => risk.applies(config)).map(({ setting, risk, warning }) => ({ setting, risk, warning }))
}
