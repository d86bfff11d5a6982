import type { Product } from '../harness/product.ts';

export type Rest = <Answer = unknown>(method: string, path: string, body?: object) => Promise<Answer>;

/** The product's REST API, with the key of its administrator. A refusal is an error: the world would not be the one that was written down. */
export function restOf({ apiUrl, adminKey }: Pick<Product, 'apiUrl' | 'adminKey'>): Rest {
  return async <Answer>(method: string, path: string, body?: object) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.status} ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}
