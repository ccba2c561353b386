// Two people at one game, each in a browser of his own and over a network of his own: what one does the other sees, and
// nothing is lost or done twice when a network breaks.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { History, Made } from '../src/wire/types';
import {
  clickHex,
  sendTo,
  drawn,
  enter,
  expectPly,
  fixture,
  makeGame,
  offered,
  openGame,
  ply,
  prompt,
  stackAt,
  told,
} from './support/game';
import { Network, placeOf } from './support/network';
import { startServer } from './support/server';
import { expect, test } from './support/test';

/** A player far away. */
class Guest {
  private constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly network: Network,
  ) {}
  static async from(browser: Browser, server: string, name: string): Promise<Guest> {
    const network = await Network.to(server);
    const context = await browser.newContext({ baseURL: network.url });
    return new Guest(name, context, await context.newPage(), network);
  }
  async leave() {
    await this.context.close();
    await this.network.close();
  }
  async say(text: string) {
    await this.page.getByTestId('tab-chat').click();
    await this.page.getByTestId('chat-input').fill(text);
    await this.page.getByTestId('chat-send').click();
  }
  /** His network is broken, by what is done here, and the page says so. */
  async loses(how: () => void | Promise<void>, words = '') {
    this.#returns = await this.#told.count();
    await how();
    await expect(this.page.getByTestId('lost')).toContainText(words);
  }
  /** It is mended, and the page has told so since it was broken: once, or oftener where a connection broke by itself. */
  async isBack() {
    await expect(this.page.getByTestId('lost')).toBeHidden();
    await expect(this.page.locator('.game')).toHaveAttribute('data-link', 'open');
    await expect(this.#told.nth(this.#returns)).toBeAttached();
  }
  #returns = 0;
  get #told() {
    return told(this.page, 'news').filter({ hasText: 'Connected again' });
  }
  /** The hex of a unit in hand. */
  get inHand() {
    return this.page.getByTestId('hand');
  }
}

const guests: Guest[] = [];
async function guest(browser: Browser, server: { url: string }, name: string) {
  const one = await Guest.from(browser, server.url, name);
  guests.push(one);
  return one;
}
test.afterEach(async () => {
  await Promise.all(guests.splice(0).map((g) => g.leave()));
});

/** Everything that happened, as the server has it. */
async function actions(page: Page, id: string): Promise<number> {
  const { entries } = (await (await page.request.get(`/api/games/${id}/history`)).json()) as History;
  return entries.filter(({ what }) => typeof what === 'object' && 'acted' in what).length;
}

/** News that came once, among any others: a connection that broke by itself is news, too. */
const hears = (page: Page, words: string) => expect(told(page, 'news').filter({ hasText: words })).toHaveCount(1);

/** Once all units are placed and the server has said what may be done now. */
async function endSetUp(page: Page) {
  await expect(prompt(page)).toContainText('All units are placed');
  await expect(page.locator('.game')).toHaveAttribute('data-asks', 'deploy');
  await page.keyboard.press('e');
}

/** Two players in the fifth turn, the German about to move. */
async function inTheThickOfIt(browser: Browser, server: { url: string }) {
  const [anna, boris] = [await guest(browser, server, 'Anna'), await guest(browser, server, 'Boris')];
  const { position } = fixture('turn5');
  const made: Made = await makeGame(anna.page.request, {
    side: 'german',
    opponent: 'open',
    visibility: 'link',
    position,
  });
  await enter(boris.page.request, 'Boris');
  const joined = await boris.page.request.post(`/api/games/${made.id}/join`, {
    data: { side: 'soviet', code: made.code },
  });
  expect(joined.ok(), await joined.text()).toBe(true);
  await openGame(anna.page, made.id);
  await openGame(boris.page, made.id);
  return { anna, boris, id: made.id };
}

test('one invites by link, the other joins; moves, chat, taking back, somebody who watches', async ({
  browser,
  server,
}) => {
  const [anna, boris] = [await guest(browser, server, 'Anna'), await guest(browser, server, 'Boris')];

  await test.step('the invitation', async () => {
    await anna.page.goto('/');
    await anna.page.getByTestId('door-invite').click();
    await anna.page.getByTestId('your-name').fill('Anna');
    await anna.page.getByTestId('invite-side').getByRole('radio', { name: 'German' }).click();
    await anna.page.getByTestId('invite-make').click();
    const link = await anna.page.getByTestId('invite-link').inputValue();
    await anna.page.getByTestId('invite-go').click();
    await drawn(anna.page);
    // Boris has his own network, so his address of the server is another; the rest of the link is what he was sent.
    const { pathname, search } = new URL(link);
    await boris.page.goto(pathname + search);
    const entrance = boris.page.getByTestId('entrance');
    await entrance.getByRole('textbox').fill('Boris');
    await entrance.getByTestId('take-soviet').click();
    await drawn(boris.page);
    await expect(boris.page.locator('.game')).toHaveAttribute('data-asks', 'deploy');
    await hears(anna.page, 'Boris has joined and plays the Soviet side.');
    await expect(anna.page).toHaveTitle('Boris to move, turn 1 · Panzergruppe Guderian');
    await expect(boris.page).toHaveTitle('● Your move, turn 1 · Panzergruppe Guderian');
    // Who invites is called as he wants to be.
    await boris.page.getByTestId('menu').click();
    await expect(boris.page.getByTestId('sheet-menu')).toContainText('Anna');
    await boris.page.keyboard.press('Escape');
  });

  await test.step('what one does the other sees', async () => {
    await boris.page.keyboard.press('p');
    await endSetUp(boris.page);
    await expect(anna.page.locator('.game')).toHaveAttribute('data-asks', 'place_air_markers');
    await expect(anna.page).toHaveTitle(/^● Your move/);
    await expect(boris.page).toHaveTitle(/^Anna to move/);
    await expectPly(boris.page, await ply(anna.page));
    for (const { page } of [anna, boris]) await expect(page.locator('.counters:not([data-coming])')).toBeAttached();
    const seen = await anna.page.locator('.counters .stack.soviet').count();
    expect(seen).toBeGreaterThan(5);
    await expect(boris.page.locator('.counters .stack.soviet')).toHaveCount(seen);
  });

  await test.step('chat', async () => {
    await anna.say('Good evening, Boris.');
    await expect(boris.page.getByTestId('tab-chat')).toContainText('1');
    await expect(boris.page).toHaveTitle(/^\(1\) Anna to move/);
    await expect(told(boris.page, 'chat')).toHaveText('Anna: Good evening, Boris.');
    // The badge is whole.
    const badge = boris.page.getByTestId('tab-chat').locator('em');
    await expect(badge).toBeInViewport({ ratio: 1 });
    await boris.page.getByTestId('tab-chat').click();
    await expect(boris.page.getByTestId('panel-chat')).toContainText('Good evening, Boris.');
    await expect(boris.page.getByTestId('panel-chat')).toContainText('Boris has joined and plays the Soviet side.');
    await expect(boris.page).toHaveTitle(/^Anna to move/);
    await boris.say('Ваш ход.');
    await expect(anna.page.getByTestId('panel-chat')).toContainText('Ваш ход.');
    await expect(anna.page.getByTestId('panel-chat')).toContainText('Boris');
  });

  await test.step('an offer to take back, declined and accepted', async () => {
    const after = await ply(boris.page);
    const ask = async () => {
      await boris.page.getByTestId('menu').click();
      await boris.page.getByTestId('menu-takeback').click();
      // The last action is asked for, though the whole set-up could be.
      await expect(boris.page.getByTestId('takeback-count')).toHaveText(/^1 of \d\d+$/);
      await boris.page.getByTestId('takeback-more').click();
      await expect(boris.page.getByTestId('takeback-count')).toHaveText(/^2 of/);
      await boris.page.getByTestId('takeback-less').click();
      await boris.page.getByTestId('takeback-ask').click();
      await expect(boris.page.getByTestId('own-offer')).toBeVisible();
      await expect(anna.page.getByTestId('offer')).toContainText('Boris asks to take back 1 action');
    };
    await ask();
    await anna.page.getByTestId('decline').click();
    await expect(boris.page.getByTestId('own-offer')).toBeHidden();
    await hears(boris.page, 'Anna has declined to take back.');
    await expectPly(boris.page, after);
    await boris.page.getByTestId('menu').click();
    await boris.page.getByTestId('menu-draw').click();
    await expect(anna.page.getByTestId('offer')).toContainText('Boris offers a draw');
    await anna.page.getByTestId('decline').click();
    await hears(boris.page, 'Anna has declined the draw.');
    await ask();
    await anna.page.getByTestId('accept').click();
    await expect(boris.page.locator('.game')).toHaveAttribute('data-asks', 'deploy');
    expect(await ply(boris.page)).toBeLessThan(after);
    await expectPly(anna.page, await ply(boris.page));
    // What was taken back is done again; what happened since the last die goes back as a whole.
    if ((await ply(boris.page)) < after - 1) await boris.page.keyboard.press('p');
    await endSetUp(boris.page);
    await expect(anna.page.locator('.game')).toHaveAttribute('data-asks', 'place_air_markers');
    await expectPly(anna.page, after);
  });

  await test.step('a spectator sees it all and decides nothing', async () => {
    const clara = await guest(browser, server, 'Clara');
    await clara.page.goto(new URL(anna.page.url()).pathname);
    await drawn(clara.page);
    await expect(clara.page.getByTestId('entrance')).toBeHidden();
    await expectPly(clara.page, await ply(anna.page));
    await expect(clara.page.getByTestId('command-end_phase')).toBeHidden();
    const before = await ply(anna.page);
    await anna.page.getByTestId('command-end_phase').click();
    await expectPly(boris.page, before + 1);
    await expectPly(clara.page, before + 1);
    await expect(prompt(clara.page)).toContainText('Boris');
    await anna.page.getByTestId('menu').click();
    await expect(anna.page.getByTestId('sheet-menu')).toContainText('1 spectator');
  });
});

test('a network that breaks loses nothing and does nothing twice', async ({ browser, server }) => {
  const { anna, boris, id } = await inTheThickOfIt(browser, server);
  let done = await ply(anna.page);
  expect(await ply(boris.page)).toBe(done);

  await test.step('the other acts while the network is down', async () => {
    await boris.loses(() => boris.network.cut(), 'Connection lost');
    await clickHex(anna.page, '2710');
    await expect(anna.inHand).toContainText('2710');
    const target = await offered(anna.page);
    await sendTo(anna.page, target);
    await expectPly(anna.page, ++done);
    await anna.say('Are you there?');
    await expectPly(boris.page, done - 1);
    boris.network.mend();
    await boris.isBack();
    await expectPly(boris.page, done);
    await expect(stackAt(boris.page, target)).toBeVisible();
    await expect(stackAt(boris.page, '2710')).toBeHidden();
    await boris.page.getByTestId('tab-chat').click();
    await expect(boris.page.locator('.chat').getByText('Are you there?')).toHaveCount(1);
  });

  await test.step('he acts himself while it is down: the order waits', async () => {
    await anna.page.keyboard.press('Escape');
    await anna.page.keyboard.press('n');
    await expect(anna.inHand).toBeVisible();
    const target = await offered(anna.page);
    await anna.loses(() => anna.network.cut());
    await sendTo(anna.page, target);
    expect(await actions(boris.page, id)).toBe(done);
    anna.network.mend();
    await anna.isBack();
    await expectPly(anna.page, ++done);
    await expectPly(boris.page, done);
    expect(await actions(boris.page, id)).toBe(done);
  });

  await test.step('the answer gets lost: the order is not carried out again', async () => {
    await anna.page.keyboard.press('Escape');
    await anna.page.keyboard.press('n');
    await expect(anna.inHand).toBeVisible();
    const target = await offered(anna.page);
    anna.network.deafen();
    await sendTo(anna.page, target);
    await expectPly(boris.page, ++done);
    await expectPly(anna.page, done - 1);
    anna.network.cut();
    await expect(anna.page.getByTestId('lost')).toBeVisible();
    anna.network.mend();
    await expectPly(anna.page, done);
    await expect(told(anna.page, 'refusal')).toHaveCount(0);
    await expect(stackAt(anna.page, target)).toBeVisible();
    await expectPly(boris.page, done);
    expect(await actions(boris.page, id)).toBe(done);
  });

  await test.step('the browser itself says that it is offline, and then not', async () => {
    await boris.loses(async () => {
      await boris.context.setOffline(true);
      boris.network.cut();
    });
    boris.network.mend();
    await boris.context.setOffline(false);
    await boris.isBack();
    await anna.page.keyboard.press('u');
    await expectPly(anna.page, done - 1);
    await expectPly(boris.page, done - 1);
  });
});

test('a server that is started anew goes on where it was', async ({ browser }, info) => {
  const database = `sqlite:${info.outputPath('games.db')}`;
  let server = await startServer(database);
  try {
    const { anna, boris, id } = await inTheThickOfIt(browser, server);
    const done = await ply(anna.page);
    await clickHex(anna.page, '2710');
    await expect(anna.inHand).toContainText('2710');
    const target = await offered(anna.page);

    await server.stop();
    for (const { network, page } of [anna, boris]) {
      network.cut();
      await expect(page.getByTestId('lost')).toBeVisible();
    }
    // The order is given while there is no server at all.
    await sendTo(anna.page, target);
    server = await startServer(database);
    for (const { network } of [anna, boris]) {
      network.target = placeOf(server.url);
      network.mend();
    }
    for (const { page } of [anna, boris]) {
      await expect(page.getByTestId('lost')).toBeHidden();
      await expectPly(page, done + 1);
      await expect(stackAt(page, target)).toBeVisible();
    }
    expect(await actions(boris.page, id)).toBe(done + 1);
  } finally {
    await server.stop();
  }
});
