/** Rendering for tests. The build of React that people get draws and runs effects a moment later: resolves once it has. */
import * as library from 'vitest-browser-react'

// A test's own clock does not hold this up.
const onFrame = window.requestAnimationFrame.bind(window)
const later = window.setTimeout.bind(window)

export const render: typeof library.render = async (...given) => {
  const screen = await library.render(...given)
  await drawn()
  return screen
}

export const renderHook: typeof library.renderHook = async (...given) => {
  const hook = await library.renderHook(...given)
  await drawn()
  return hook
}

/** After the next frame, and what was put off until then. */
async function drawn(): Promise<void> {
  await new Promise(resolve => onFrame(() => onFrame(resolve)))
  await new Promise(resolve => later(resolve))
}
