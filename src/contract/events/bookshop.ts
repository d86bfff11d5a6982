import { defineEvent, number, text } from './define-event.ts';

/** Orders of the bookshop. Everybody who may read events reads them, so they do not say what was bought. */
export const bookshopEvents = {
  'book-order-placed': defineEvent(
    { orderId: text, totalCents: number },
    'an order[, {orderId},] was placed',
    'um pedido[, {orderId},] foi feito',
  ),
  'book-order-shipped': defineEvent(
    { orderId: text },
    'an order[, {orderId},] was shipped',
    'um pedido[, {orderId},] foi enviado',
  ),
  'book-order-delivered': defineEvent(
    { orderId: text },
    'an order[, {orderId},] was delivered',
    'um pedido[, {orderId},] foi entregue',
  ),
};
