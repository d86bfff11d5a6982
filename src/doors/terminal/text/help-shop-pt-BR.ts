import type { helpShopEn } from './help-shop-en.ts';

/** The same in Portuguese. */
export const helpShopPtBR: typeof helpShopEn = {
  books: 'a livraria do ponto de recarga',
  booksList: 'livros que se encaixam, os mais próximos primeiro',
  bookWords: 'palavras do título, da autoria, do assunto ou da descrição; acentos não importam',
  bookCategory: 'só desta categoria',
  bookInStock: 'só o que pode ser comprado agora',
  bookSort: 'ordem da lista',
  bookShow: 'um livro',
  bookId: 'id do livro, como a lista mostra',
  bookOrders: 'pedidos, os mais novos primeiro',
  booksLoad:
    'põe à venda o catálogo de um arquivo CSV ou JSON, inteiro ou nada; o que não está nele deixa de ser vendido',
  booksFile: 'o arquivo; - lê a entrada',
};
