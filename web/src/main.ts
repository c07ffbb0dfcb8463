import { mount } from "svelte";
import App from "./App.svelte";
import { useLanguage } from "./lib/language/language.svelte.ts";
import { settings } from "./lib/shell/settings.svelte.ts";
import "virtual:tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
await useLanguage(settings.language);
mount(App, { target });
