import { describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../lib/position';
import type { View } from '../../map/camera';
import type { Desk } from '../desk.svelte';
import { moment } from './fixture';
import { Gaze } from './gaze';

const here: View = { x: 1000, y: 500, width: 800, height: 600, zoom: 1 };
const elsewhere: View = { ...here, x: 2000, y: 900 };

function setting(question: string | null = 'move') {
  const { position } = moment(1, { '3016': ['r1'], '2216': ['inf6'] });
  const game = {
    decision: question ? { side: 'german', question } : null,
    board: viewOf(position),
    stage: null,
  };
  const map = { show: vi.fn(), glideTo: vi.fn(), centreOn: vi.fn(), isGliding: vi.fn(() => false) };
  const desk = { game, map, view: here };
  return { game, map, desk, gaze: new Gaze(desk as unknown as Desk) };
}

describe('where the player looks', () => {
  test('he comes back to where he was when he may decide', () => {
    const { gaze, map, desk } = setting();
    gaze.settle();
    gaze.leadTo('4020');
    expect(map.show).toHaveBeenCalledWith('4020');
    desk.view = elsewhere;
    gaze.leadTo('3920');
    gaze.back();
    expect(map.glideTo).toHaveBeenCalledExactlyOnceWith(1400, 800, 1);
    gaze.back();
    expect(map.glideTo).toHaveBeenCalledOnce();
  });
  test('the first time he comes to his own front', () => {
    const { gaze, map } = setting();
    gaze.leadTo('4020');
    gaze.back();
    expect(map.centreOn).toHaveBeenCalledExactlyOnceWith('2216');
    expect(map.glideTo).not.toHaveBeenCalled();
  });
  test('a question about what has just happened is asked on the spot', () => {
    const { gaze, map, game } = setting('loss_or_retreat');
    gaze.settle();
    gaze.leadTo('2212');
    gaze.back();
    expect(map.glideTo).not.toHaveBeenCalled();
    game.decision = { side: 'german', question: 'attack' };
    gaze.back();
    expect(map.glideTo).toHaveBeenCalledOnce();
  });
  test('who has moved or zoomed the map himself stays there', () => {
    const { gaze, map, desk } = setting();
    gaze.settle();
    gaze.leadTo('2212');
    desk.view = elsewhere;
    gaze.back();
    gaze.leadTo('4020');
    desk.view = { ...here, zoom: 0.5 };
    gaze.back();
    expect(map.glideTo).not.toHaveBeenCalled();
  });
  test('who skips while the map is still on its way comes back all the same', () => {
    const { gaze, map } = setting();
    gaze.settle();
    gaze.leadTo('5530');
    map.isGliding.mockReturnValue(true);
    gaze.back();
    expect(map.glideTo).toHaveBeenCalledExactlyOnceWith(1400, 800, 1);
  });
  test('while the opponent still decides the map stays', () => {
    const { gaze, map } = setting(null);
    gaze.settle();
    gaze.leadTo('2212');
    gaze.back();
    expect(map.glideTo).not.toHaveBeenCalled();
    gaze.restore();
    expect(map.glideTo).toHaveBeenCalledOnce();
  });
});
