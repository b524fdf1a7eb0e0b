/** Dashboards and their panels, as a test reads them. */
import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import Papa from 'papaparse'
import { expect } from 'vitest'
import type { ApplicationOwner, TestApp } from './app.ts'

/** Paths are below /api/dashboard. */
export function dashboardsOf(kit: TestApp, owner: ApplicationOwner) {
  const ask = <Data = EmailDashboard>(path: string, { bearer } = owner) =>
    kit.call<Data>('GET', `/api/dashboard/${path}`, { bearer })
  return {
    ask,

    /** What is answered with success, asked for again as a page does while its links are being read. */
    async read<Data = EmailDashboard>(path: string): Promise<Data> {
      for (;;) {
        const { status, data, body } = await ask<Data & { top_links?: { is_loaded: boolean } }>(path)
        expect([status, body.message]).toEqual([200, undefined])
        if (data.top_links?.is_loaded !== false) return data
      }
    },

    /** Rows of a panel's file. */
    async csv(path: string): Promise<Record<string, string>[]> {
      const headers = { authorization: `Bearer ${owner.bearer}` }
      const answer = await kit.app.inject({ method: 'GET', url: `/api/dashboard/${path}`, headers })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      const text = answer.body.replace('\uFEFF', '')
      return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
    },
  }
}
