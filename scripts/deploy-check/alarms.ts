// The alarms ring when they should, and each panel of the dashboard asks what Prometheus understands.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.ts'

interface Panel {
  targets?: { expr: string }[]
}

export async function checkAlarms(root: string, folder: string, say: (line: string) => void): Promise<void> {
  const rules = join(root, 'deploy/prometheus')
  say(lastLine(await run('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: rules })))
  say(
    `alarms tried on made-up figures: ${lastLine(await run('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: rules }))}`,
  )
  const dashboard = await readFile(join(root, 'deploy/grafana/dashboard.json'), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: Panel[] }
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  // What Grafana puts in the place of its own words.
  const filled = expressions.map(expr => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'))
  const asRules = filled.map((expr, at) => ({ record: `panel:${at}`, expr }))
  const file = join(folder, 'panels.json')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }))
  await run('promtool', ['check', 'rules', file])
  say(`${expressions.length} expressions of the dashboard are understood`)
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}
