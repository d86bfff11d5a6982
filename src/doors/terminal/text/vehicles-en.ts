/** Vehicles for sale. */
export const vehiclesEn = {
  vehicle: {
    columns: {
      ...{ id: 'Id', vehicle: 'Vehicle', year: 'Year', fuel: 'Fuel', transmission: 'Transmission' },
      ...{ colour: 'Colour', km: 'km', price: 'R$' },
    },
    fields: {
      ...{ engine: 'Engine (l)', doors: 'Doors', battery: 'Battery (kWh)', range: 'Range (km)', inlet: 'Inlet' },
      ...{ ac: 'AC charging (kW)', dc: 'DC charging (kW)' },
    },
    none: 'No vehicle fits.',
    corrected: (given: string, taken: string) => `"${given}" was taken for "${taken}".`,
    more: (total: string, shown: string, next: string) =>
      `${total} fit; ${shown} are shown. Read on with --after ${next}`,
    moreThan: (total: string, shown: string, next: string) =>
      `More than ${total} fit; ${shown} are shown. Read on with --after ${next}`,
    imported: (added: string, changed: string) => `Imported: ${added} vehicles added, ${changed} changed.`,
    wouldImport: (added: string, changed: string) =>
      `The file can be taken: ${added} vehicles would be added, ${changed} changed. Nothing was changed.`,
    exported: (file: string) => `The vehicles were written to ${file}.`,
    seeding: (done: string, all: string, percent: string) => `${done} of ${all} vehicles (${percent})`,
    seeded: (count: string) => `${count} made-up vehicles were put on sale.`,
    notSeeded: 'There are vehicles for sale already; nothing was added.',
    seedInterrupted: 'Broken off: what was added before stays.',
  },
};
