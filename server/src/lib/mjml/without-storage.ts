/** MJML asks for the storage of a browser while it loads, and Node warns of everyone who does. To be imported before it. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true })

export {}
