/** MJML accesses browser storage while it loads, for which Node prints a warning. Import this before MJML. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true })

export {}
