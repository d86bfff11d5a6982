import { expect, test } from 'vitest';
import { readBack } from '../../../../test/support/rule-read-back.ts';

/** Rules as operators say them, and what is read back to them. */
const rules: readonly (readonly [said: string, readBack: string])[] = [
  ['me avise quando a CP-1 ficar offline', 'When a station goes offline (CP-1) then tell me. Once only.'],
  [
    'me avise se alguma estação ficar offline por mais de dez minutos',
    'When a station goes offline and it lasts 10 minutes then tell me.',
  ],
  [
    'avise-me sempre que a CP-2 perder conexão duas vezes em uma hora',
    'When a station goes offline (CP-2) if it happened 2 times in 1 h that a station goes offline then tell me.',
  ],
  ['por favor, me avise assim que a CP-7 voltar', 'When a station comes online (CP-7) then tell me. Once only.'],
  [
    'me notifique sempre que um conector da CP-4 estiver com falha por 5 minutos',
    'When a connector changes its status and it lasts 5 minutes (CP-4) if status is faulted then tell me.',
  ],
  [
    'reinicie a CP-3 quando ela falhar, a menos que alguém esteja carregando',
    'When a connector changes its status (CP-3) if status is faulted and the station is not charging then restart it; else tell me.',
  ],
  [
    'quando a CP-3 der defeito, reinicie e me avise',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it, then tell me; else tell me.',
  ],
  [
    'se a CP-9 ficar fora do ar por meia hora, me avise',
    'When a station goes offline and it lasts 30 minutes (CP-9) then tell me.',
  ],
  ['me avise sempre que a CP-1 ou a CP-2 ficar offline', 'When a station goes offline (CP-1, CP-2) then tell me.'],
  [
    'me avise sempre que a CP-1, a CP-2 e a CP-5 caírem',
    'When a station goes offline (CP-1, CP-2, CP-5) then tell me.',
  ],
  [
    'sempre que uma estação cair entre 22h e 6h, me avise',
    'When a station goes offline if it is between 22:00 and 06:00 (America/Recife) then tell me.',
  ],
  [
    'me avise sempre que o conector 2 da CP-1 falhar',
    'When a connector changes its status (CP-1) if status is faulted and the connector is 2 then tell me.',
  ],
  [
    'sempre que a CP-1 falhar, abra um chamado e me avise',
    'When a connector changes its status (CP-1) if status is faulted then open a ticket, then tell me; else tell me.',
  ],
  [
    'sempre que uma estação ficar offline nos fins de semana, me avise',
    'When a station goes offline if it is on Saturdays, on Sundays (America/Recife) then tell me.',
  ],
  [
    'me avise sempre que um carregador cair, mas não aos domingos',
    'When a station goes offline if it is not on Sundays (America/Recife) then tell me.',
  ],
  [
    'me avise sempre que a CP-1 ficar offline, exceto entre 2h e 4h',
    'When a station goes offline (CP-1) if it is not between 02:00 and 04:00 (America/Recife) then tell me.',
  ],
  [
    'toda segunda-feira às 8h me avise se a CP-3 estiver offline',
    'When it is 08:00 on Mondays (America/Recife) (CP-3) if the station is offline then tell me.',
  ],
  [
    'toda madrugada às 3h reinicie as estações que perderam contato pelo menos três vezes',
    'When it is 03:00 every day (America/Recife) if it happened 3 times in 24 h that a station goes offline and the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'todo domingo às 4h reinicie a CP-6',
    'When it is 04:00 on Sundays (America/Recife) (CP-6) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'nos dias úteis às 6h30 me avise se a CP-2 estiver com defeito',
    'When it is 06:30 on Mondays, on Tuesdays, on Wednesdays, on Thursdays, on Fridays (America/Recife) (CP-2) if the station is faulted then tell me.',
  ],
  [
    'todo dia ao meio-dia reinicie a CP-8 se ninguém estiver carregando',
    'When it is 12:00 every day (America/Recife) (CP-8) if the station is idle and the station is online then restart it; else tell me.',
  ],
  [
    'toda noite às 9 me avise se a CP-1 não estiver online',
    'When it is 21:00 every day (America/Recife) (CP-1) if the station is offline then tell me.',
  ],
  [
    'reinicie a CP-5 toda noite',
    'When it is 03:00 every day (America/Recife) (CP-5) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'me avise quando um carro for conectado na CP-2',
    'When a connector changes its status (CP-2) if status is occupied then tell me. Once only.',
  ],
  [
    'me avise quando começar uma recarga na CP-2',
    'When a session begins, goes on or ends (CP-2) if type is started then tell me. Once only.',
  ],
  [
    'me avise sempre que uma sessão terminar na CP-2',
    'When a session begins, goes on or ends (CP-2) if type is ended then tell me.',
  ],
  [
    'me avise quando a CP-2 estiver livre',
    'When a connector changes its status (CP-2) if status is available then tell me. Once only.',
  ],
  [
    'me avise se a CP-3 não voltar em 15 minutos',
    'When a station goes offline and it lasts 15 minutes (CP-3) then tell me.',
  ],
  [
    'reinicie a CP-3 quando falhar, só se estiver ociosa',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'conserte a CP-3 sempre que falhar, no máximo duas vezes por dia',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then try up to 3 steps of the remediation ladder, soft-reset at most; else tell me.',
  ],
  [
    'quando a CP-4 falhar três vezes em um dia, me avise',
    'When a connector changes its status (CP-4) if status is faulted and it happened 3 times in 24 h that a connector changes its status (status is faulted) then tell me.',
  ],
  [
    'tire a CP-4 de serviço quando falhar',
    'When a connector changes its status (CP-4) if status is faulted and the station is idle then take it out of service; else tell me.',
  ],
  [
    'todo dia às 23h tire a CP-4 de serviço',
    'When it is 23:00 every day (America/Recife) (CP-4) if the station is online and the station is idle then take it out of service; else tell me.',
  ],
  ['me avise sempre que um cartão for recusado na CP-1', 'When a card is refused (CP-1) then tell me.'],
  ['me avise sempre que um carregador reiniciar', 'When a station boots then tell me.'],
  ['me avsie quando a CP-1 ficar ofline', 'When a station goes offline (CP-1) then tell me. Once only.'],
  [
    'quanod a CP-3 falhar, renicie',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'de segunda a sexta, das 8h às 18h, me avise sempre que a CP-3 cair',
    'When a station goes offline (CP-3) if it is on Mondays, on Tuesdays, on Wednesdays, on Thursdays, on Fridays (America/Recife) and it is between 08:00 and 18:00 (America/Recife) then tell me.',
  ],
  ['me avise só uma vez quando a CP-3 voltar', 'When a station comes online (CP-3) then tell me. Once only.'],
  [
    'reinicie a CP-3 quando falhar; se não resolver, me avise',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'me avise sempre que a CP-1 ficar offline por 1 hora e meia',
    'When a station goes offline and it lasts 90 minutes (CP-1) then tell me.',
  ],
  ['se uma estação no Depósito cair, me avise', 'When a station goes offline (site deposito) then tell me.'],
  [
    'se a CP-3 cair e não voltar em 10 minutos, me avise',
    'When a station goes offline and it lasts 10 minutes (CP-3) then tell me.',
  ],
  ['me avise quando a CP-1 ficar onlne', 'When a station comes online (CP-1) then tell me. Once only.'],
  ['me avise quando a estação cair', 'When a station goes offline then tell me.'],
  [
    'reinicie as estações com falha toda noite às 4h',
    'When it is 04:00 every day (America/Recife) if the station is faulted and the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'toda noite reinicie as estações que caíram duas vezes',
    'When it is 03:00 every day (America/Recife) if it happened 2 times in 24 h that a station goes offline and the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'todo dia às 7h30 coloque a CP-4 em serviço',
    'When it is 07:30 every day (America/Recife) (CP-4) if the station is online and the station is idle then put it in service; else tell me.',
  ],
  [
    'aos sábados e domingos às 10h me avise se a CP-2 estiver offline',
    'When it is 10:00 on Saturdays, on Sundays (America/Recife) (CP-2) if the station is offline then tell me.',
  ],
  [
    'me avise se a CP-2 ficar sem comunicação há mais de 1 hora',
    'When a station goes offline and it lasts 60 minutes (CP-2) then tell me.',
  ],
  [
    'reinicie a CP-3 quando falhar, exceto se alguém estiver carregando',
    'When a connector changes its status (CP-3) if status is faulted and the station is not charging then restart it; else tell me.',
  ],
  [
    'reinicie a CP-3 quando falhar, mas não entre 8h e 18h',
    'When a connector changes its status (CP-3) if status is faulted and it is not between 08:00 and 18:00 (America/Recife) and the station is idle then restart it; else tell me.',
  ],
  [
    'reinicie a CP-3 quando falhar mas só entre 22h e 6h',
    'When a connector changes its status (CP-3) if status is faulted and it is between 22:00 and 06:00 (America/Recife) and the station is idle then restart it; else tell me.',
  ],
  [
    'se a CP-3 falhar e ninguém estiver carregando, reinicie',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'se ninguém estiver carregando e a CP-3 falhar, reinicie e me avise',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it, then tell me; else tell me.',
  ],
  [
    'quando a CP-3 falhar, se ninguém estiver carregando, reinicie',
    'When a connector changes its status (CP-3) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'quando a CP-3 falhar mas alguém estiver carregando, me avise',
    'When a connector changes its status (CP-3) if status is faulted and the station is charging then tell me. Once only.',
  ],
  [
    'me avise toda manhã às 7 se a CP-3 não estiver online',
    'When it is 07:00 every day (America/Recife) (CP-3) if the station is offline then tell me.',
  ],
  [
    'me avise todos os dias às 8h se a CP-3 estiver offline',
    'When it is 08:00 every day (America/Recife) (CP-3) if the station is offline then tell me.',
  ],
  ['me avise quando cair a CP-3', 'When a station goes offline (CP-3) then tell me. Once only.'],
  ['me avise se cair a CP-1 e a CP-2', 'When a station goes offline (CP-1, CP-2) then tell me.'],
  ['me avise quando qualquer uma das estações cair', 'When a station goes offline then tell me.'],
  [
    'reinicie a CP-3 toda segunda, quarta e sexta às 3h',
    'When it is 03:00 on Mondays, on Wednesdays, on Fridays (America/Recife) (CP-3) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'reinicie a CP-3 às segundas e quartas às 3h da manhã',
    'When it is 03:00 on Mondays, on Wednesdays (America/Recife) (CP-3) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'reinicie a CP-3 às 22h todo domingo',
    'When it is 22:00 on Sundays (America/Recife) (CP-3) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'reinicie todos os carregadores às 3h da madrugada todos os dias',
    'When it is 03:00 every day (America/Recife) if the station is online and the station is idle then restart it; else tell me.',
  ],
  ['me avise quando aparecer um achado novo na CP-3', 'When a finding is opened (CP-3) then tell me. Once only.'],
  ['me avisa quando a cp-3 cair', 'When a station goes offline (cp-3) then tell me. Once only.'],
  ['avisa a gente quando a CP-3 cair', 'When a station goes offline (CP-3) then tell me. Once only.'],
  ['AVISE-ME QUANDO A CP-3 CAIR', 'When a station goes offline (CP-3) then tell me. Once only.'],
  [
    'Me avise se a CP-8 ficar offline entre meia-noite e 5 da manhã',
    'When a station goes offline (CP-8) if it is between 00:00 and 05:00 (America/Recife) then tell me.',
  ],
  [
    'Toda vez que a CP-8 reiniciar mais de três vezes em uma hora, me avise',
    'When a station boots (CP-8) if it happened 4 times in 1 h that a station boots then tell me.',
  ],
  [
    'Entre meia-noite e 5h, reinicie a CP-8 se ela falhar',
    'When a connector changes its status (CP-8) if status is faulted and it is between 00:00 and 05:00 (America/Recife) and the station is idle then restart it; else tell me.',
  ],
  [
    'Toda sexta às 17h me avise se houver carregador com falha',
    'When it is 17:00 on Fridays (America/Recife) if the station is faulted then tell me.',
  ],
  [
    'Toda manhã às 6h coloque todas as estações em serviço',
    'When it is 06:00 every day (America/Recife) if the station is online and the station is idle then put it in service; else tell me.',
  ],
  [
    'Toda noite às 2h reinicie a CP-8 a não ser que esteja carregando',
    'When it is 02:00 every day (America/Recife) (CP-8) if the station is not charging and the station is online then restart it; else tell me.',
  ],
  ['Me avise uma única vez quando a CP-8 voltar', 'When a station comes online (CP-8) then tell me. Once only.'],
  [
    'Me avise sempre que uma sessão começar na CP-8 entre 23h e 5h',
    'When a session begins, goes on or ends (CP-8) if type is started and it is between 23:00 and 05:00 (America/Recife) then tell me.',
  ],
  [
    'Reinicie a CP-8 e a CP-9 toda noite às 3h',
    'When it is 03:00 every day (America/Recife) (CP-8, CP-9) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'Reinicie a CP-8 se cair três vezes em uma hora',
    'When a station goes offline (CP-8) if it happened 3 times in 1 h that a station goes offline and the station is idle then restart it; else tell me.',
  ],
  [
    'Se a CP-8 cair enquanto alguém estiver carregando, me avise',
    'When a station goes offline (CP-8) if the station is charging then tell me.',
  ],
  [
    'Exceto às segundas, toda noite às 3h reinicie a CP-8',
    'When it is 03:00 on Tuesdays, on Wednesdays, on Thursdays, on Fridays, on Saturdays, on Sundays (America/Recife) (CP-8) if the station is online and the station is idle then restart it; else tell me.',
  ],
  [
    'Quando a CP-8 falhar e não for domingo, reinicie',
    'When a connector changes its status (CP-8) if status is faulted and it is not on Sundays (America/Recife) and the station is idle then restart it; else tell me.',
  ],
  [
    'Quando a CP-8 falhar e não estiver carregando, reinicie',
    'When a connector changes its status (CP-8) if status is faulted and the station is idle then restart it; else tell me.',
  ],
  [
    'Sempre que a CP-8 cair de segunda a sexta ou aos domingos, me avise',
    'When a station goes offline (CP-8) if it is on Mondays, on Tuesdays, on Wednesdays, on Thursdays, on Fridays, on Sundays (America/Recife) then tell me.',
  ],
  [
    'Sempre que a CP-8 cair aos sábados ou domingos, me avise',
    'When a station goes offline (CP-8) if it is on Saturdays, on Sundays (America/Recife) then tell me.',
  ],
];

/** Wishes that no rule holds as they are: what is named then. A rule that left these words out would be another one. */
const asked: readonly (readonly [said: string, named: string])[] = [
  ['quero ser avisado sempre que um carregador cair à noite', 'noite'],
  ['reinicie a CP-5 às 3h', 'no trigger'],
  ['me avise quando ninguém estiver recarregando na CP-4', 'ninguém estiver recarregando'],
  ['me avise sempre que a CP-2 não estiver disponível', 'disponível'],
  ['me avise quando a potência da CP-1 passar de 50 kW', 'potência | passar | 50 | kW'],
  ['pare a recarga na CP-1 quando a bateria chegar a 80%', 'pare | recarga | bateria | chegar | a 80 | %'],
  ['me avise quando a temperatura do conector da CP-9 passar de 70 graus', 'temperatura | passar | 70 | graus'],
  ['limite a CP-1 a 11 kW quando o preço passar de R$ 0,30', 'limite | kW | preço | passar | R | $ | 0 | , | 30'],
  ['avise a Ana quando a CP-3 falhar', 'Ana'],
  ['mande um e-mail quando a CP-3 falhar', 'mande | - | mail'],
  ['não reinicie a CP-3 quando ela falhar', 'não | reinicie'],
  ['me avise quando todas as estações estiverem offline', 'todas as'],
  ['me avise quando a CP-1 cair ou falhar', 'falhar'],
  ['destrave o conector quando a CP-1 falhar', 'destrave'],
  ['me avise quando o conector 2 da CP-1 ficar offline', 'o conector 2'],
  ['me avise quando a CP-3 caiu', 'caiu'],
  ['me avise sempre que uma estação cair, menos a CP-7', 'menos | CP-7'],
  ['me avise amanhã se a CP-3 estiver offline', 'amanhã'],
  ['me avise quando a CP-3 falhar e reiniciar', 'reiniciar'],
  ['me avise quando a estação Alfa cair', 'Alfa'],
  ['me avise no domingo se a CP-2 cair', 'no domingo'],
  ['quando a CP-1 falhar, reinicie a CP-2', 'CP-2'],
  ['quando qualquer estação falhar, reinicie a CP-2', 'CP-2'],
  ['nunca me avise quando a CP-3 cair', 'nunca | me avise'],
  ['me avise quando nenhuma estação estiver online', 'nenhuma'],
  ['me avise às 8h se a CP-3 estiver offline', 'às 8h'],
  ['não me avise entre 22h e 6h quando a CP-3 cair', 'não | me avise'],
  ['me avise quando a CP-3 parar de responder', 'parar | responder'],
  ['me avise quando a CP-3 ficar parada por 2 dias', 'parada'],
  ['me avise quando a CP-3 normalizar', 'normalizar'],
  ['me avise quando a recarga na CP-3 durar mais de 4 horas', 'recarga | durar | mais | 4 | horas'],
  ['me avise quando cair a energia', 'energia'],
  ['caiu a CP-3, me avise', 'caiu'],
  ['me avise quando a internet da CP-3 cair', 'internet'],
  ['me avise se a CP-1 e a CP-2 caírem ao mesmo tempo', 'ao | mesmo | tempo'],
  ['me avise quando cada estação cair', 'cada'],
  ['me avise quando pelo menos duas estações caírem', 'pelo | menos | duas'],
  ['me avise quando pelo menos uma estação cair', 'pelo | menos | uma estação'],
  ['desligue a CP-3 toda noite às 23h', 'desligue'],
  ['desative a CP-3 quando falhar', 'desative'],
  ['coloque a CP-3 fora de serviço aos domingos', 'no trigger'],
  ['me avise quando o certificado da CP-3 estiver para vencer', 'certificado | para | vencer'],
  ['Me avise quando a CP 3 cair', 'CP | 3'],
  ['Avise-me se algum carregador ficar mais de 15 minutos fora do ar', 'mais | 15 | minutos'],
  ['Me avise se a CP-8 estiver fora do ar há 15 minutos ou mais', 'ou | mais'],
  ['Quando a CP-8 voltar depois de cair, me avise', 'cair'],
  ['Reinicie qualquer carregador que ficar offline por 30 minutos', 'offline'],
  ['Reinicie a CP-8 sempre que ficar com falha por dez minutos e ninguém estiver usando', 'ninguém | usando'],
  ['Não me incomode nos fins de semana', 'Não | me | incomode'],
  ['Só me avise da CP-8 nos dias úteis', 'Só'],
  ['Só me avise quando a CP-8 voltar', 'Só'],
  ['Toda noite reinicie os carregadores que falharam no dia', 'no | dia'],
  ['Todo dia às 6h e às 18h me avise se a CP-8 estiver offline', 'às 18h'],
  ['A cada 10 minutos me avise se a CP-8 estiver offline', 'cada | 10 | minutos'],
  ['Uma vez por dia me avise se a CP-8 estiver offline', 'por dia | Uma vez'],
  ['Me avise sempre que a CP-8 voltar ou cair', 'cair'],
  ['Me avise quando a CP-8 perder energia', 'perder | energia'],
  ['Me avise quando a CP-8 não estiver carregando', 'carregando'],
  ['Me avise sempre que uma sessão terminar com erro na CP-8', 'com erro'],
  ['Reinicie a CP-8 às 3h e a CP-9 às 4h toda noite', 'às 4h'],
  ['Reinicie a CP-8 toda noite às 3h e me avise se falhar', 'se'],
  ['Reinicie a CP-8 se ela falhou três vezes', 'falhou'],
  ['Reinicie a CP-8 se não voltar sozinha em 10 minutos', 'sozinha'],
  ['Reinicie a CP-8 sempre que ficar 5 minutos offline, mas no máximo 3 vezes por dia', '5 | minutos'],
  ['Se a CP-8 não estiver com falha, me avise', 'com falha'],
  ['Assim que a CP-8 deixar de estar com falha me avise', 'com falha'],
  ['A menos que seja domingo, reinicie a CP-8 toda noite às 3h', 'seja'],
  ['Quando a CP-8 falhar e não estiver offline nem carregando, reinicie', 'offline'],
  ['Quando a CP-8 não falhar, me avise', 'falhar'],
  ['Sempre que a CP-8 cair fora do horário comercial, me avise', 'fora | horário | comercial'],
  ['Sempre que a CP-8 cair de madrugada, me avise', 'madrugada'],
  ['Sempre que a CP-8 cair duas vezes no mesmo dia, me avise', 'no mesmo dia | duas vezes'],
  ['Sempre que a CP-8 cair de segunda a sexta entre 8h e 18h, exceto ao meio-dia, me avise', 'exceto | ao meio-dia'],
];

test.each(rules)('"%s" is a rule', (said, sentence) => {
  expect(readBack(said)).toBe(sentence);
});

test.each(asked)('"%s" is asked about', (said, named) => {
  expect(readBack(said)).toBe(`? ${named}`);
});
