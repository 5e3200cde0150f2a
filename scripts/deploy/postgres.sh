# PostgreSQL's image runs this when it makes its data folder. The service's user owns its own database and nothing else.
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$PLANNING_PASSWORD" <<'SQL'
CREATE ROLE planning LOGIN PASSWORD :'password';
CREATE DATABASE planning OWNER planning;
SQL
