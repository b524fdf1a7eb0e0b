// The dashboard for Grafana has only fields that Grafana knows, with values that it takes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkTypes, installInto } from './types.ts'

/** Grafana's own types of dashboards and of each kind of panel. */
const PACKAGE = '@grafana/schema@13.2.3'
const PANELS = '@grafana/schema/dist/esm/raw/composable'
const PANEL_TYPES: Readonly<Record<string, string>> = {
  stat: `${PANELS}/stat/panelcfg/x/StatPanelCfg_types.gen`,
  timeseries: `${PANELS}/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen`,
}

interface Panel {
  type: string
  options?: object
  fieldConfig?: { defaults?: { custom?: object } }
}

export async function checkDashboard(root: string, folder: string, say: (line: string) => void): Promise<void> {
  await installInto(folder, [PACKAGE])
  const text = await readFile(join(root, 'deploy/grafana/dashboard.json'), 'utf8')
  const panels = (JSON.parse(text) as { panels: Panel[] }).panels.filter(({ type }) => type !== 'row')
  await checkTypes(root, folder, [
    // As JSON has the values of enums.
    'type Json<T> = T extends string ? `${T}` : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T',
    `export const dashboard: Json<import('@grafana/schema').Dashboard> = ${text}`,
    ...panels.map(literalOf),
  ])
  say(`the dashboard and its ${panels.length} panels have only fields and values that Grafana knows`)
}

/** The part of a panel that depends on its kind, of which the type of dashboards says nothing. Grafana fills in options that are left out. */
function literalOf({ type, options = {}, fieldConfig }: Panel, at: number): string {
  const from = PANEL_TYPES[type]
  if (from === undefined) throw new Error(`A panel is of the kind ${type}, whose types have to be named here.`)
  const custom = fieldConfig?.defaults?.custom
  const ofFields = custom === undefined ? '' : `; fields: import('${from}').FieldConfig`
  const value = JSON.stringify({ options, ...(custom !== undefined && { fields: custom }) })
  return `export const panel${at}: Json<{ options: Partial<import('${from}').Options>${ofFields} }> = ${value}`
}
