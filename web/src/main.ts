import '@fontsource-variable/bricolage-grotesque/standard.css';
import '@fontsource-variable/inter';
import './base.css';
