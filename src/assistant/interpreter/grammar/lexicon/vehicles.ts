import type { Words } from './words.ts';

/** Vehicles for sale. */
export const vehicleWords = {
  vehicle: [
    'car, cars, vehicle*, automobile*, used car, used cars, auto, suv*, sedan*, hatch*, pickup*, pick up*, truck*',
    'carro*, veiculo*, automovel, automoveis, seminov*, suv*, sedan*, seda, sedas, hatch*, picape*, caminhonete*, utilitario*',
  ],
  bodyname: [
    'suv, suvs, sedan, sedans, hatch, hatchback, hatchbacks, pickup, pickups, pick up, pickup truck, pickup trucks, truck, trucks, convertible, convertibles, wagon, wagons, coupe, minivan',
    'suv, suvs, sedan, sedans, seda, sedas, hatch, hatches, picape, picapes, caminhonete, caminhonetes, perua, peruas, conversivel, cupe, minivan',
  ],
  sale: [
    'for sale, buy, buying, purchase, sell, stock, in stock, sale, offer, used, selling',
    'a venda, comprar, compra, vender, vendem, vende, estoque, em estoque, usad*, seminov*, venda, oferta*',
  ],
  brand: [
    'brand*, make, makes, manufacturer*, maker*',
    'marca*, montadora*, fabricante*, fabricou, quem fabrica, quem fez',
  ],
  model: ['model, models', 'modelo*'],
  fuel: ['fuel*, fuel type*', 'combustive*, tipo de combustivel, tipos de combustivel'],
  transmission: ['transmission*, gearbox*, gear box*, gears', 'transmissao, transmissoes, cambio*'],
  body: ['body, bodies, body type*, body style*', 'carroceria*, tipo* de carroceria'],
  doors: ['doors, number of doors, door', 'portas, numero de portas, porta, numeros de portas'],
  year: [
    'year*, model year*, or newer, or later, onwards, onward',
    'ano, anos, ano modelo, ou mais novo, ou mais novos, em diante, para cima, pra cima, pra frente, ou mais nova, ou mais novas, ou mais recente',
  ],
  mileage: [
    'mileage*, km, kilometres, kilometers, kms, odometer',
    'quilometragem, quilometragens, km, quilometros, rodad*',
  ],
  engine: [
    'engine*, litre*, liter*, or bigger, or larger, or smaller, bigger than, larger than, smaller than',
    'motor, motores, motorizac*, cilindrada*, litro*, ou maior, ou menor, maior que, menor que',
  ],
  ability: [
    'what can, can do, able to do, capable of',
    'o que faz, o que consegue, consegue fazer, pode fazer, sabe fazer, o que sabe, o que pode',
  ],
  day: ['day, days, weekday, weekdays', 'dia, dias'],
  week: ['week, weeks', 'semana, semanas'],
  month: ['month, months', 'mes, meses'],
  oldest: ['oldest, older, least recent', 'mais velh*, mais antig*'],
  range: [
    'range*, from what to what, between what, minimum and maximum, cheapest and most expensive, oldest and newest',
    'faixa*, intervalo, minimo e maximo, menor e maior, varia, variam',
  ],
  cheap: [
    'cheap*, inexpensive, affordable, lowest price, least expensive',
    'barat*, em conta, menor preco, mais em conta',
  ],
  expensive: ['expensive, most expensive, dearest, pricey, priciest', 'caro, cara, caros, caras, mais caro, mais cara'],
  newest: [
    'newest, newer, latest model, most recent, recent, new releases',
    'lancamento*, mais nov*, mais recente*, recente*',
  ],
  import: [
    'import, imports, add, load, put on sale',
    'importa, importe, importar, adicion*, carregue, carrega, cadastr*, inclu*',
  ],

  reach: ['range, reach, driving range', 'autonomia, alcance'],
  brandname: [
    'volkswagen*, vw, volks, chevrolet*, chevy, gm, mercedes*, mercedes benz, chery, caoa chery, citroen*, land rover*, fiat, fiats, ford, fords, honda*, toyota*, hyundai*, renault*, nissan*, jeep, jeeps, peugeot*, kia, kias, volvo*, mitsubishi*, tesla*, porsche*, audi, audis, suzuki*, subaru*, lexus, byd, gwm, bmw, jac, ram',
    '',
  ],
  modelname: [
    'gol, polo, golf, virtus, nivus, tiguan, onix, tracker, cruze, spin, uno, argo, mobi, toro, strada, cronos, pulse, ka, ecosport, ranger, fiesta, civic, fit, corolla, yaris, hilux, etios, creta, tucson, kwid, sandero, duster, logan, kicks, versa, leaf, compass, renegade, commander, dolphin, seal, yuan, ora, haval, zoe, ioniq, kona, taycan, sportage, tiggo, outlander',
    '',
  ],
  colourname: [
    'white, black, silver, grey, gray, red, blue, green, yellow, orange, brown, beige, gold, golden',
    'branc*, pret*, prata*, pratead*, cinza*, vermelh*, azul, azuis, verde*, amarel*, laranja*, marrom, marrons, bege*, dourad*',
  ],
  fuelname: [
    'electric, electrics, fully electric, evs, ev, hybrid*, plug in hybrid*, plug in, flex, gasoline, petrol, gas, diesel, ethanol',
    'eletrico, eletrica, eletricos, eletricas, hibrid*, hibrido plug in, gasolina, diesel, etanol, alcool, a gasolina, a diesel, a alcool, gnv',
  ],
  gearname: ['automatic*, manual, stick, automated, cvt', 'automatic*, manual, manuais, automatizad*, cvt'],
  price: [
    'cost, costs, price*, budget, worth, at most, up to, under, below, less than, fewer than, over, above, more than, at least, between, from, maximum, minimum, cheaper than, within',
    'ate, preco*, valor, orcamento, no maximo, menos de, abaixo de, acima de, mais de, a partir de, entre, no minimo, pelo menos, custando, faixa, mais barato que',
  ],
  condition: [
    'new, brand new, used, second hand, good, nice, family',
    'novo, nova, novos, novas, zero km, 0 km, usad*, seminov*, bom, boa, bons, familia',
  ],
  finance: [
    'finance*, financing, simulat*, upfront, deposit, down, down payment, installment*, instalment*, monthly payment*, loan',
    'financi*, simul*, parcel*, prestac*, entrada, sinal, vezes',
  ],
  interest: [
    'interest, a month, a year, per month, per year, monthly, yearly, sac',
    'juros, ao mes, ao ano, por mes, por ano, mensal, mensais, anual, anuais, sac',
  ],
  about: ['about, on, by, titled, called, named', 'sobre, a respeito de, chamad*, intitulad*, do autor, da autora'],
} as const satisfies Words;
