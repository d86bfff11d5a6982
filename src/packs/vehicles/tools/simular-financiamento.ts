import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { decimalText, divideRounded } from '#charging/decimal.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import {
  type Instalment,
  monthlyRate,
  monthlyRateOfYear,
  priceTable,
  type Rate,
  sacTable,
} from '#vehicles/finance/loan.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { plainText } from '#vehicles/search/words.ts';
import { inReais, markdownTable } from '../markdown-table.ts';
import { mustReadVehicle } from './detalhes-veiculo.ts';

const money = z.string().describe('R$ with two decimals, exact');
const rate = (about: string) => z.number().min(0).max(1_000).optional().describe(about);

const instalment = z.object({
  mes: z.int(),
  parcela: z.string(),
  juros: z.string(),
  amortizacao: z.string(),
  saldo: z.string(),
});

export function simularFinanciamento(needs: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'simular_financiamento',
    title: 'Instalments of a vehicle',
    description:
      'Reckons the instalments of a vehicle for sale, or of a sum: Price (equal) or SAC (falling), exact to the cent, without taxes, fees and insurance. Use it when a buyer asks for monthly payments and has named the interest; never guess a rate.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z
      .object({
        veiculo_id: z.uuid().optional().describe('The id, as buscar_veiculos returns it'),
        valor: z.number().min(1).max(99_999_999.99).optional().describe('R$, instead of a vehicle'),
        entrada: z.number().min(0).max(99_999_999.99).default(0).describe('Down payment in R$'),
        meses: z.int().min(1).max(420).describe('Number of instalments'),
        taxa_mensal_pct: rate('Interest, % a month'),
        taxa_anual_pct: rate('or % a year, effective'),
        tabela: z.enum(['price', 'sac']).default('price').describe('Equal or falling instalments'),
      })
      .superRefine((given, context) => {
        if ((given.veiculo_id === undefined) === (given.valor === undefined))
          context.addIssue({ code: 'custom', path: ['veiculo_id'], message: 'give either veiculo_id or valor' });
        if ((given.taxa_mensal_pct === undefined) === (given.taxa_anual_pct === undefined))
          context.addIssue({
            code: 'custom' as const,
            path: ['taxa_mensal_pct'],
            message: 'give either taxa_mensal_pct or taxa_anual_pct',
          });
      }),
    output: z.object({
      preco: money,
      entrada: z.string(),
      financiado: z.string(),
      primeira_parcela: z.string(),
      ultima_parcela: z.string(),
      total_parcelas: z.string().describe('All instalments'),
      total_juros: z.string(),
      total_pago: z.string().describe('With the down payment'),
      taxa_mensal_pct: z.string(),
      parcelas: z.array(instalment),
    }),
    examples: [{ valor: 80_000, entrada: 20_000, meses: 48, taxa_mensal_pct: 1.49 }],
    otherSpellings: {
      names: {
        vehicle_id: 'veiculo_id',
        id: 'veiculo_id',
        amount: 'valor',
        price: 'valor',
        preco: 'valor',
        down_payment: 'entrada',
        months: 'meses',
        prazo: 'meses',
        parcelas: 'meses',
        instalments: 'meses',
        monthly_rate_percent: 'taxa_mensal_pct',
        taxa: 'taxa_mensal_pct',
        yearly_rate_percent: 'taxa_anual_pct',
        table: 'tabela',
        sistema: 'tabela',
      },
      values: { tabela: (given) => plainText(given).replace(/^tabela /, '') },
    },
    async run({ veiculo_id, valor, entrada, meses, taxa_mensal_pct, taxa_anual_pct, tabela }) {
      const price = veiculo_id === undefined ? (valor ?? 0) : (await mustReadVehicle(needs, veiculo_id)).preco;
      const [priceCents, downCents] = [centsOf(price), centsOf(entrada)];
      if (downCents >= priceCents)
        throw new SigecError('INVALID_INPUT', `entrada must be below the price of ${inReais(price)}.`, {
          details: { fields: [{ field: 'entrada', accepts: 'less than the price' }] },
        });
      const perMonth =
        taxa_mensal_pct === undefined ? monthlyRateOfYear(plain(taxa_anual_pct)) : monthlyRate(plain(taxa_mensal_pct));
      const loan = { cents: priceCents - downCents, months: meses, rate: perMonth };
      const table = tabela === 'price' ? priceTable(loan) : sacTable(loan);
      return answerOf({ priceCents, downCents, loanCents: loan.cents, perMonth, tabela, table });
    },
  });
}

type Reckoned = {
  priceCents: bigint;
  downCents: bigint;
  loanCents: bigint;
  perMonth: Rate;
  tabela: 'price' | 'sac';
  table: readonly Instalment[];
};

function answerOf({ priceCents, downCents, loanCents, perMonth, tabela, table }: Reckoned) {
  const sum = (read: (each: Instalment) => bigint) => table.reduce((total, each) => total + read(each), 0n);
  const total = sum(({ paymentCents }) => paymentCents);
  const [first, last] = [table[0]?.paymentCents ?? 0n, table.at(-1)?.paymentCents ?? 0n];
  const data = {
    preco: text(priceCents),
    entrada: text(downCents),
    financiado: text(loanCents),
    primeira_parcela: text(first),
    ultima_parcela: text(last),
    total_parcelas: text(total),
    total_juros: text(sum(({ interestCents }) => interestCents)),
    total_pago: text(total + downCents),
    taxa_mensal_pct: decimalText(divideRounded(perMonth.part * 100n * 10n ** 6n, perMonth.of), 6),
    parcelas: table.map((each) => ({
      mes: each.month,
      parcela: text(each.paymentCents),
      juros: text(each.interestCents),
      amortizacao: text(each.repaidCents),
      saldo: text(each.balanceCents),
    })),
  };
  const rows = [
    ['Preço', reais(priceCents)],
    ['Entrada', reais(downCents)],
    ['Financiado', reais(loanCents)],
    ['Parcelas', `${table.length} (tabela ${tabela === 'sac' ? 'SAC' : 'Price'})`],
    [
      tabela === 'sac' ? 'Da primeira à última' : 'Parcela',
      tabela === 'sac' ? `${reais(first)} a ${reais(last)}` : reais(first),
    ],
    ['Total de juros', reais(total - loanCents)],
    ['Total pago', reais(total + downCents)],
  ];
  const note = 'Sem IOF, tarifas e seguros: o custo efetivo total do banco é maior.';
  const rest =
    first !== last && tabela === 'price' ? ` A última parcela é de ${reais(last)}, pelo arredondamento.` : '';
  return { text: `${markdownTable(['', 'R$'], rows)}\n\n${note}${rest}`, data };
}

/** Numbers of JSON have at most as many decimals as people write; an exponent is written out. */
function plain(value = 0): string {
  return /e/i.test(String(value)) ? value.toFixed(12) : String(value);
}

function centsOf(reaisValue: number): bigint {
  return BigInt(Math.round(reaisValue * 100));
}

function text(cents: bigint): string {
  return decimalText(cents, 2);
}

function reais(cents: bigint): string {
  return inReais(Number(cents) / 100);
}
