import type { vehiclesEn } from './vehicles-en.ts';

/** The same in Portuguese. */
export const vehiclesPtBR: typeof vehiclesEn = {
  vehicle: {
    columns: {
      ...{ id: 'Id', vehicle: 'Veículo', year: 'Ano', fuel: 'Combustível', transmission: 'Câmbio' },
      ...{ colour: 'Cor', km: 'km', price: 'R$' },
    },
    fields: {
      ...{ engine: 'Motor (l)', doors: 'Portas', battery: 'Bateria (kWh)', range: 'Autonomia (km)', inlet: 'Conector' },
      ...{ ac: 'Recarga AC (kW)', dc: 'Recarga DC (kW)' },
    },
    none: 'Nenhum veículo se encaixa.',
    corrected: (given, taken) => `"${given}" foi entendido como "${taken}".`,
    more: (total, shown, next) => `${total} se encaixam; ${shown} aparecem. Continue com --after ${next}`,
    moreThan: (total, shown, next) => `Mais de ${total} se encaixam; ${shown} aparecem. Continue com --after ${next}`,
    imported: (added, changed) => `Importado: ${added} veículos incluídos, ${changed} alterados.`,
    wouldImport: (added, changed) =>
      `O arquivo serve: ${added} veículos seriam incluídos, ${changed} alterados. Nada foi alterado.`,
    exported: (file) => `Os veículos foram gravados em ${file}.`,
    seeding: (done, all, percent) => `${done} de ${all} veículos (${percent})`,
    seeded: (count) => `${count} veículos inventados foram postos à venda.`,
    notSeeded: 'Já há veículos à venda; nada foi incluído.',
    seedInterrupted: 'Interrompido: o que já foi incluído fica.',
  },
};
