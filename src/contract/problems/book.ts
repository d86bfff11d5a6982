/** What the bookshop says when something cannot be done. */
export const bookWords = {
  'book-unknown': [
    'No book has this id. Look for it by its title, its author or its subject.',
    'Nenhum livro tem este id. Procure-o pelo título, pela autoria ou pelo assunto.',
  ],
  'category-unknown': ['There is no such category. There is {known}.', 'Não há esta categoria. Há {known}.'],
  'checkout-unknown': [
    'There is no such checkout of yours. Begin a new one.',
    'Não há esta compra em seu nome. Comece outra.',
  ],
  'cart-unknown': [
    'There is no such cart of yours. Begin a new one.',
    'Não há este carrinho em seu nome. Comece outro.',
  ],
  'cart-closed': ['The cart was cancelled. Begin a new one.', 'O carrinho foi cancelado. Comece outro.'],
  'order-unknown': ['There is no such order.', 'Não há este pedido.'],
  'order-step-taken': ['The order has taken this step already.', 'O pedido já deu este passo.'],
  'order-step-early': [
    'What was not shipped cannot be delivered: record that it was shipped first.',
    'O que não foi enviado não pode ser entregue: registre primeiro o envio.',
  ],
  'checkout-completing': [
    'The checkout is being paid at this moment. Look again in a few seconds.',
    'A compra está sendo paga neste momento. Olhe de novo em alguns segundos.',
  ],
  'checkout-completed': [
    'The checkout is paid and has become an order; it changes no more.',
    'A compra está paga e virou pedido; não muda mais.',
  ],
  'checkout-cancelled': [
    'The checkout was cancelled, or its time is over. Begin a new one.',
    'A compra foi cancelada, ou seu prazo acabou. Comece outra.',
  ],
  'checkout-changed': [
    'Another request has changed or tried to pay this checkout meanwhile. Look at it, then try again.',
    'Outro pedido mudou ou tentou pagar esta compra nesse meio-tempo. Olhe-a e tente de novo.',
  ],
  'checkout-not-ready': [
    'The checkout cannot be paid yet: {troubles}.',
    'A compra ainda não pode ser paga: {troubles}.',
  ],
  'checkout-too-large': [
    'At most {lines} titles, {quantity} copies of each and {codes} codes are taken at once.',
    'Cabem no máximo {lines} títulos, {quantity} exemplares de cada e {codes} códigos por vez.',
  ],
  'payment-refused': [
    'The payment was refused. Nothing was bought; try another means of payment.',
    'O pagamento foi recusado. Nada foi comprado; tente outro meio de pagamento.',
  ],
  'payment-challenge': [
    'The payment asks the buyer for a confirmation that cannot be given here. Nothing was bought; try another means of payment.',
    'O pagamento pede ao comprador uma confirmação que não pode ser dada aqui. Nada foi comprado; tente outro meio de pagamento.',
  ],
  'catalogue-row': ['Row {row}: {problem}. Nothing was loaded.', 'Linha {row}: {problem}. Nada foi carregado.'],
  'catalogue-rows': [
    'Row {row}: {problem}. There are {count} such problems. Nothing was loaded.',
    'Linha {row}: {problem}. Há {count} problemas assim. Nada foi carregado.',
  ],
  'catalogue-not-json': [
    'The file begins like JSON, and is none. Nothing was loaded.',
    'O arquivo começa como JSON, mas não é. Nada foi carregado.',
  ],
  'catalogue-shape': [
    'The file must be a table with a heading, a list of books, or an object with a list “books”. Nothing was loaded.',
    'O arquivo precisa ser uma tabela com cabeçalho, uma lista de livros ou um objeto com uma lista “books”. Nada foi carregado.',
  ],
} as const;
