/** MJML asks for the storage of a browser while it loads, and Node prints a warning for that. Import this before MJML. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true })

export {}
