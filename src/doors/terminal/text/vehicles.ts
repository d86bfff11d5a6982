import { both, sentence } from './spoken.ts';

export const vehicles = {
  vehicle: {
    none: both('No vehicle fits.', 'Nenhum veículo se encaixa.'),
    corrected: sentence('"{given}" was taken for "{taken}".', '"{given}" foi entendido como "{taken}".'),
    unused: sentence(
      'Not used, since the stock does not record it: {words}',
      'Não usado, pois o estoque não registra: {words}',
    ),
    unknown: sentence('No vehicle for sale has: {words}', 'Nenhum veículo à venda tem: {words}'),
    more: sentence(
      '{total} fit; {shown} are shown. Read on with --after {next}',
      '{total} se encaixam; {shown} aparecem. Continue com --after {next}',
    ),
    moreThan: sentence(
      'More than {total} fit; {shown} are shown. Read on with --after {next}',
      'Mais de {total} se encaixam; {shown} aparecem. Continue com --after {next}',
    ),
    imported: sentence(
      'Imported: {added} vehicles added, {changed} changed.',
      'Importado: {added} veículos incluídos, {changed} alterados.',
    ),
    wouldImport: sentence(
      'The file can be taken: {added} vehicles would be added, {changed} changed. Nothing was changed.',
      'O arquivo serve: {added} veículos seriam incluídos, {changed} alterados. Nada foi alterado.',
    ),
    exported: sentence('The vehicles were written to {file}.', 'Os veículos foram gravados em {file}.'),
    seeding: sentence('{done} of {all} vehicles ({percent})', '{done} de {all} veículos ({percent})'),
    seeded: sentence('{count} made-up vehicles were put on sale.', '{count} veículos inventados foram postos à venda.'),
    notSeeded: both(
      'There are vehicles for sale already; nothing was added.',
      'Já há veículos à venda; nada foi incluído.',
    ),
    seedInterrupted: both('Broken off: what was added before stays.', 'Interrompido: o que já foi incluído fica.'),
  },
};
