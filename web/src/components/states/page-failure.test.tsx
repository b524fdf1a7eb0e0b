import { ERRORS, type ErrorName } from '@notifly/contracts/errors'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { setFlags } from '../../api/signals.ts'
import { type ApiStub, ok, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { inWords } from '@notifly/contracts/sentences/english'

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>

async function showFailure(name: ErrorName) {
  api = stubApi()
  api.on('GET /api/dashboard/application', () => ok([]))
  view = await renderApp('/applications', user())
  const { status, ...kind } = ERRORS[name]
  const { message, key } = inWords({ key: `errors.${name}` })
  const code = 'code' in kind ? kind.code : undefined
  setFlags({
    pageError: new ApiError({ status, message, ...(key && { key }), code, method: 'GET', path: '/authP/invite/x' }),
  })
  return { screen: view.screen, message }
}

afterEach(() => {
  view.stop()
  api.restore()
  setFlags({ pageError: undefined })
})

describe('a failure that fills the page', () => {
  test.each(['inviteExpired', 'inviteWithdrawn', 'inviteAccepted', 'verificationLinkInvalid'] as const)(
    '%s says so and counts down from ten seconds to the sign-in page',
    async name => {
      const { screen, message } = await showFailure(name)
      await expect.element(screen.getByRole('heading', { name: message })).toBeVisible()
      await expect.element(screen.getByText(/in (10|9) s/)).toBeVisible()
      await expect.element(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/auth/sign-in')
    },
  )

  test.each([
    ['foreignObject', 'You don’t have access to this', /1071/],
    ['differentUser', 'This link is for someone else', /1083/],
  ] as const)('%s is a card with the way to the applications', async (name, title, code) => {
    const { screen, message } = await showFailure(name)
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByText(message)).toBeVisible()
    await expect.element(screen.getByText(code)).toBeVisible()
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: 'Go to applications' }))
      .toHaveAttribute('href', '/applications')
    expect(await axeFindings()).toEqual([])
  })
})
