import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { parsedJson } from '../../parts/json.ts';

const place = 'sigec.books.cart';
const maxCopies = 99;
const cart = z.record(z.string(), z.int().min(1).max(maxCopies));

/** How many of which book, by its id. */
export type Cart = Readonly<z.infer<typeof cart>>;

const listeners = new Set<() => void>();
let held: { text: string; cart: Cart } = { text: '', cart: {} };

/** The cart of this browser: it outlives the page, and all tabs show the same one. */
export function useCart(): Cart {
  return useSyncExternalStore(listen, readCart);
}

export function putInCart(bookId: string, copies: number): void {
  const { [bookId]: _before, ...others } = readCart();
  keep(copies < 1 ? others : { ...others, [bookId]: Math.min(copies, maxCopies) });
}

export function emptyCart(): void {
  keep({});
}

function readCart(): Cart {
  const text = localStorage.getItem(place) ?? '';
  if (text !== held.text) held = { text, cart: cart.safeParse(parsedJson(text)).data ?? {} };
  return held.cart;
}

function keep(changed: Cart): void {
  localStorage.setItem(place, JSON.stringify(changed));
  for (const heard of listeners) heard();
}

function listen(heard: () => void): () => void {
  listeners.add(heard);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(heard);
    window.removeEventListener('storage', heard);
  };
}
