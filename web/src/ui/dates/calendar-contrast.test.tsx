// Contrast of every kind of day in a calendar, in both themes: selected days, days within a range, today, and all
// others.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { axeFindings } from '../../testing/axe.ts'
import { UiProvider } from '../UiProvider.tsx'
import { Calendar, type CalendarProps } from './Calendar.tsx'

const root = document.documentElement

afterEach(() => {
  delete root.dataset.theme
})

const CHOICES: Record<string, Partial<CalendarProps>> = {
  'a range with today inside': { mode: 'range', value: { from: '2026-11-09', to: '2026-11-20' } },
  'a range that ends today': { mode: 'range', value: { from: '2026-11-09', to: '2026-11-16' } },
  'several days': { mode: 'multiple', value: ['2026-11-10', '2026-11-16'] },
  'one day': { mode: 'single', value: '2026-11-10' },
}

for (const theme of ['light', 'dark'] as const) {
  test.for(Object.entries(CHOICES))(`${theme}: every day is legible in a calendar with %s`, async ([, choice]) => {
    root.dataset.theme = theme
    const calendar = { ...choice, today: '2026-11-16', min: '2026-11-04', onChange: () => {} } as CalendarProps
    const { container } = await render(
      <UiProvider direction="ltr">
        <main className="bg-raised">
          <Calendar {...calendar} />
        </main>
      </UiProvider>,
    )
    await expect.element(page.getByRole('button', { name: /16 November 2026/ })).toBeVisible()
    expect(await axeFindings(container, 'all')).toEqual([])
  })
}
