/** A real Prometheus that reads the shipped alarms, their times shortened (shorten.ts), and asks an API process for its figures. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '@notifly/server/testing/installation'
import { shorten } from './shorten.ts'

const PROGRAM = '/usr/bin/prometheus'
const SHIPPED = new URL('../../../../deploy/prometheus/alerts.yaml', import.meta.url)
/** The shortest window has five answers. */
const SCRAPE_SECONDS = 2
const LOOK_MS = 250
const START_MS = 60_000

export interface Prometheus extends AsyncDisposable {
  /** Names of the alarms that ring now. */
  ringing(): Promise<ReadonlySet<string>>
  /** The value of an expression; undefined while there is none. */
  figure(expression: string): Promise<number | undefined>
}

export async function requirePrometheus(): Promise<void> {
  await access(PROGRAM).catch(() => {
    throw new Error('Prometheus is needed here: apt-get install prometheus')
  })
}

/** Names of the shipped alarms, in their order. */
export async function shippedAlarms(): Promise<string[]> {
  return [...(await readFile(SHIPPED, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
}

/** `target`: host and port of an API process; `token`: its NOTIFLY_METRICS_TOKEN. */
export async function startPrometheus(folder: string, target: string, token: string): Promise<Prometheus> {
  const [port = 0] = await freePorts(1)
  const config = await writeConfig(folder, target, token)
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'figures')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return {
    ringing: async () => {
      const { alerts } = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>(
        `${url}/api/v1/alerts`,
      )
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
    figure: async expression => {
      const query = new URLSearchParams({ query: expression })
      const { result } = await ask<{ result: { value: [number, string] }[] }>(`${url}/api/v1/query?${query.toString()}`)
      return result[0] && Number(result[0].value[1])
    },
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function writeConfig(folder: string, target: string, token: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const [config, rules, secret] = ['prometheus.yaml', 'alerts.yaml', 'token'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(rules, shorten(await readFile(SHIPPED, 'utf8')))
  await writeFile(secret, token)
  // JSON is YAML as well.
  const settings = {
    global: {
      scrape_interval: `${SCRAPE_SECONDS}s`,
      scrape_timeout: `${SCRAPE_SECONDS}s`,
      evaluation_interval: '1s',
    },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: 'notifly',
        authorization: { credentials_file: secret },
        static_configs: [{ targets: [target] }],
      },
    ],
  }
  await writeFile(config, JSON.stringify(settings))
  return config
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const endsAt = performance.now() + START_MS; performance.now() < endsAt; await delay(LOOK_MS)) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error('Prometheus is not ready in time')
}

async function ask<Data>(address: string): Promise<Data> {
  const { data } = (await (await fetch(address)).json()) as { data: Data }
  return data
}
