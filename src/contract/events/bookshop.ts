import { defineEvent, number, text } from './define-event.ts';

/** Orders of the bookshop. Everybody who may read events reads them, so they do not say what was bought. */
export const bookshopEvents = {
  'book-order-placed': defineEvent(
    { orderId: text, totalCents: number },
    { en: 'an order[, {orderId},] was placed', 'pt-BR': 'um pedido[, {orderId},] foi feito' },
  ),
  'book-order-shipped': defineEvent(
    { orderId: text },
    { en: 'an order[, {orderId},] was shipped', 'pt-BR': 'um pedido[, {orderId},] foi enviado' },
  ),
  'book-order-delivered': defineEvent(
    { orderId: text },
    { en: 'an order[, {orderId},] was delivered', 'pt-BR': 'um pedido[, {orderId},] foi entregue' },
  ),
};
