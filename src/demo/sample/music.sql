-- The sample database of query_db: read-only once it is open. 演示用数据库，只能读取。
CREATE TABLE artists (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_en TEXT, -- NULL where it is the name itself
    born INTEGER
);
CREATE TABLE albums (
    id INTEGER PRIMARY KEY,
    artist_id INTEGER NOT NULL REFERENCES artists (id),
    title TEXT NOT NULL,
    year INTEGER,
    cover BLOB -- the first bytes of a picture
);
CREATE TABLE songs (
    id INTEGER PRIMARY KEY,
    album_id INTEGER NOT NULL REFERENCES albums (id),
    title TEXT NOT NULL,
    seconds INTEGER -- NULL where nobody has measured it
);
CREATE TABLE plays (
    id INTEGER PRIMARY KEY,
    song_id INTEGER NOT NULL REFERENCES songs (id),
    day TEXT NOT NULL,
    rating REAL -- from 0.0 to 5.0, NULL where none was given
);

INSERT INTO artists (id, name, name_en, born) VALUES
    (1, '周杰伦', 'Jay Chou', 1979),
    (2, '邓丽君', 'Teresa Teng', 1953),
    (3, '王菲', 'Faye Wong', 1969),
    (4, '陈奕迅', 'Eason Chan', 1974),
    (5, 'Nina Simone', NULL, 1933),
    (6, 'David Bowie', NULL, 1947),
    (7, 'Joni Mitchell', NULL, 1943),
    (8, 'Kraftwerk', NULL, NULL);

INSERT INTO albums (id, artist_id, title, year, cover) VALUES
    (1, 1, '叶惠美', 2003, x'89504e470d0a1a0a0000000d49484452000001'),
    (2, 1, '七里香', 2004, NULL),
    (3, 2, '岛国之情歌第四集', 1977, NULL),
    (4, 3, '唱游', 1998, x'ffd8ffe0'),
    (5, 4, '黑·白·灰', 2003, NULL),
    (6, 5, 'I Put a Spell on You', 1965, NULL),
    (7, 6, '"Heroes"', 1977, NULL),
    (8, 7, 'Blue', 1971, x'ffd8ffe0'),
    (9, 8, 'Die Mensch-Maschine', 1978, NULL);

INSERT INTO songs (id, album_id, title, seconds) VALUES
    (1, 1, '晴天', 269),
    (2, 1, '东风破', 315),
    (3, 2, '七里香', 299),
    (4, 3, '月亮代表我的心', 207),
    (5, 4, '红豆', 256),
    (6, 5, '十年', 205),
    (7, 6, 'Feeling Good', 173),
    (8, 7, '"Heroes"', 367),
    (9, 8, 'A Case of You', 262),
    (10, 8, 'River', NULL),
    (11, 9, 'Das Model', 219),
    (12, 9, 'Die Roboter', NULL);

-- 120 of them, enough to run into the limit on rows.
INSERT INTO plays (id, song_id, day, rating)
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120)
SELECT
    n,
    1 + n * 7 % 12,
    date('2026-01-01', '+' || n || ' days'),
    CASE WHEN n % 9 = 0 THEN NULL ELSE n * 37 % 51 / 10.0 END
FROM numbers;
