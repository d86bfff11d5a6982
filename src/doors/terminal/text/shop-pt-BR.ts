import type { shopEn } from './shop-en.ts';

/** The same in Portuguese. */
export const shopPtBR: typeof shopEn = {
  book: {
    columns: { id: 'Id', title: 'Título', authors: 'Autoria', category: 'Categoria', stock: 'Estoque', price: 'Preço' },
    fields: { pages: 'Páginas', year: 'Ano', publisher: 'Editora', isbn: 'ISBN', tags: 'Assuntos', about: 'Sobre' },
    orderColumns: {
      number: 'Pedido',
      placedAt: 'Feito em',
      books: 'Livros',
      shipping: 'Entrega',
      state: 'Situação',
      total: 'Total',
    },
    shippings: { pickup: 'retirada', standard: 'comum', express: 'expressa' },
    steps: { placed: 'feito', shipped: 'enviado', delivered: 'entregue' },
    none: 'Nenhum livro se encaixa.',
    loose: 'Nenhum livro tem todas as palavras; estes têm algumas.',
    more: (total, shown) => `${total} se encaixam; ${shown} aparecem. --limit mostra mais.`,
    noOrders: 'Não há pedidos.',
    loaded: (books, added, taken) =>
      `Carregado: ${books} livros à venda, ${added} deles novos; ${taken} não são mais vendidos.`,
  },
};
