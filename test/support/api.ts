export const adminKey = 'administrator-of-the-tests';

export type Api = {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body?: unknown): Promise<Answer>;
  put<Answer>(path: string, body?: unknown): Promise<Answer>;
  delete<Answer>(path: string): Promise<Answer>;
};

/** REST as an administrator, answers as JSON. */
export function apiOf(send: (path: string, asked: RequestInit) => Promise<Response>): Api {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await send(path, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    get: <Answer>(path: string) => ask('GET', path) as Promise<Answer>,
    post: <Answer>(path: string, body?: unknown) => ask('POST', path, body) as Promise<Answer>,
    put: <Answer>(path: string, body?: unknown) => ask('PUT', path, body) as Promise<Answer>,
    delete: <Answer>(path: string) => ask('DELETE', path) as Promise<Answer>,
  };
}
