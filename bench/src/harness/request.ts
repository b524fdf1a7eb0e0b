/** What `fetch` is given for a call of an API: JSON, or a form as it is. */
export function requestOf(method: string, body?: object | FormData, token = ''): RequestInit {
  const isForm = body instanceof FormData
  return {
    method,
    headers: {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  }
}

/** The data of an answer in the one shape that product and sandbox have; throws for anything but success. */
export async function dataOf<Data>(call: string, response: Response): Promise<Data> {
  const answer = (await response.json()) as { success: boolean; data: Data }
  if (!answer.success) throw new Error(`${call}: ${response.status} ${JSON.stringify(answer)}`)
  return answer.data
}
