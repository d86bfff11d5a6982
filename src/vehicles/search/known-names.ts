/**
 * Brands and models that people ask dealers for. One that nobody sells here is neither a typing error nor a word to leave out: who asks
 * for a Golf does not want a Gol.
 */
const names = new Set(
  (
    'acura alfa-romeo alfa aston-martin audi bentley bmw bugatti cadillac chery caoa chrysler citroen daewoo daihatsu dodge effa ferrari ' +
    'foton geely gac gurgel infiniti isuzu iveco jac jaguar jaecoo kia lada lamborghini lancia land-rover leapmotor lexus lifan lotus ' +
    'maserati mazda mclaren mercedes mercedes-benz mitsubishi neta omoda opel peugeot polestar pontiac porsche ram rolls-royce royce ' +
    'rover saab seat skoda ssangyong subaru suzuki tesla troller vauxhall xiaomi xpeng zeekr ' +
    'golf fusca kombi fox voyage santana parati passat jetta tiguan touareg amarok taos spacefox uno palio siena punto bravo linea doblo ' +
    'ducato fiorino cronos fastback titano celta corsa vectra astra opala monza omega meriva zafira montana spin cobalt agile captiva ' +
    'equinox trailblazer blazer camaro kadett silverado fusion mustang maverick territory courier escort etios prius sw4 camry ' +
    'bandeirante accord cr-v crv zr-v zrv hb20x tucson ix35 azera elantra veloster i30 kona ioniq sonata sportage cerato picanto sorento ' +
    'niro march versa sentra frontier tiida livina x-trail clio megane scenic fluence oroch zoe kangoo kardian c3 c4 xsara aircross jumpy ' +
    'cactus pajero l200 lancer outlander asx x1 x3 x5 320i a3 a4 q3 q5 q7 cherokee wrangler gladiator rampage tiggo arrizo'
  ).split(' '),
);

export function isKnownName(plain: string): boolean {
  return names.has(plain);
}
