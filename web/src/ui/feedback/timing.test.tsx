import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.ts'
import { CopyButton } from '../controls/CopyButton.tsx'
import { CountdownBar } from './CountdownBar.tsx'
import { showToast } from './toast.ts'
import { ToastRegion } from './ToastRegion.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets time pass on the clock that the components see. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a toast stays three seconds, a message five', async () => {
  await render(<ToastRegion />)
  showToast({ tone: 'success', title: 'Campaign scheduled' })
  showToast({ tone: 'info', title: 'New notification', duration: 'message' })
  await pass(2900)
  await expect.element(page.getByText('Campaign scheduled')).toBeVisible()
  await pass(200)
  await expect.element(page.getByText('Campaign scheduled')).not.toBeInTheDocument()
  await expect.element(page.getByText('New notification')).toBeVisible()
  await pass(2000)
  await expect.element(page.getByText('New notification')).not.toBeInTheDocument()
})

test('the time of a toast stands still while the pointer is on it, and Dismiss ends it', async () => {
  await render(<ToastRegion />)
  showToast({ tone: 'danger', title: 'Test email was refused', link: { label: 'Open settings', href: '#s' } })
  const toast = page.getByRole('dialog', { name: 'Test email was refused' })
  await pass(50)
  await toast.hover()
  await pass(10_000)
  await expect.element(toast).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open settings' })).toHaveAttribute('href', '#s')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(toast).not.toBeInTheDocument()
})

test('the time of a toast stands still while the focus is in it', async () => {
  await render(<ToastRegion />)
  showToast({ tone: 'success', title: 'Saved' })
  await pass(50)
  // Whoever comes by keyboard: a focus that a pointer brings holds no toast.
  await userEvent.keyboard('{F6}')
  page.getByRole('button', { name: 'Dismiss' }).element().focus()
  await pass(10_000)
  await expect.element(page.getByText('Saved')).toBeVisible()
})

test('copying says Copied for three seconds', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await render(<CopyButton text="dl_01" />)
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith('dl_01')
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await pass(3100)
  await expect.element(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test('copying that fails says what to do instead', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await render(<CopyButton text="dl_01" />)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Error copying. Select the text and copy it.')
})

test('a page without a clipboard copies the old way, or says that it cannot', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  const copy = vi.spyOn(document, 'execCommand').mockReturnValue(true)
  await render(<CopyButton text="dl_01" />)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await pass(3100)
  copy.mockReturnValue(false)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Oops, unable to copy. Select the text and copy it.')
})

test('a countdown counts in words and ends once', async () => {
  const onDone = vi.fn<() => void>()
  await render(<CountdownBar seconds={2} label="Time left" text={left => `in ${left} s`} onDone={onDone} />)
  await expect.element(page.getByText('in 2 s')).toBeVisible()
  await pass(1000)
  await expect.element(page.getByText('in 1 s')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await pass(1000)
  await pass(5000)
  expect(onDone).toHaveBeenCalledOnce()
})
