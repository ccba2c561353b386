// What the browser calls the page. A view that has something of its own to say, as a game has whose move it is, says it here.
let own = $state<string | null>(null);

export const ownTitle = () => own;
export const setOwnTitle = (title: string | null) => (own = title);
