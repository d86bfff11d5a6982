import { both, sentence } from './spoken.ts';

export const shop = {
  book: {
    shippings: {
      pickup: both('pickup', 'retirada'),
      standard: both('standard', 'comum'),
      express: both('express', 'expressa'),
    },
    steps: {
      placed: both('placed', 'feito'),
      shipped: both('shipped', 'enviado'),
      delivered: both('delivered', 'entregue'),
    },
    none: both('No book fits.', 'Nenhum livro se encaixa.'),
    loose: both(
      'No book has all the words; these have some of them.',
      'Nenhum livro tem todas as palavras; estes têm algumas.',
    ),
    more: sentence(
      '{total} fit; {shown} are shown. --limit shows more.',
      '{total} se encaixam; {shown} aparecem. --limit mostra mais.',
    ),
    noOrders: both('There are no orders.', 'Não há pedidos.'),
    loaded: sentence(
      'Loaded: {books} books are on sale, {added} of them new; {taken} are sold no more.',
      'Carregado: {books} livros à venda, {added} deles novos; {taken} não são mais vendidos.',
    ),
  },
};
