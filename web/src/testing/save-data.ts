/** Whether the browser says that it saves data. */
export function saveData(value: boolean): void {
  const { connection } = navigator as unknown as { connection: object }
  Object.defineProperty(connection, 'saveData', { value, configurable: true })
}
